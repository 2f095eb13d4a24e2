import { describe, expect, test } from 'vitest';
import { recordingsOf, replay, replayPatch, stepsOf } from './test-support/replay.ts';
import { type KindName, kinds } from './test-support/scenario.ts';
import { scenarios } from './test-support/scenarios/index.ts';

const steps = (Object.keys(kinds) as KindName[]).flatMap((kind) =>
  recordingsOf(kind).flatMap((recording) => {
    const scenario = scenarios.find(({ name }) => name === recording.name);
    return stepsOf(recording, scenario?.steps ?? []).map((step) => ({
      ...step,
      kind,
      title: `${recording.name}: ${step.title}`,
    }));
  }),
);
const patches = steps.flatMap((step) => {
  const replayed = replayPatch(step.kind, step);
  return replayed === undefined ? [] : [{ title: step.title, ...replayed }];
});

describe('match the recordings of a real API server', () => {
  test('every scenario is recorded', () => {
    const recorded = (Object.keys(kinds) as KindName[]).flatMap((kind) =>
      recordingsOf(kind).map(({ name, answers }) => [name, answers.length]),
    );
    expect(Object.fromEntries(recorded)).toEqual(
      Object.fromEntries(scenarios.map(({ name, steps: { length } }) => [name, length])),
    );
  });

  test.each(steps)('$title', (step) => {
    const { got, want } = replay(step.kind, step);
    expect(got).toEqual(want);
  });

  test.each(patches)('patched object of $title', ({ part, whole }) => {
    expect(whole).toMatchObject(part);
  });
});
