import {
  type Area,
  areas,
  readRecording,
  type Recording,
  wantedSequences,
  type WantedSequences,
} from '@kb/apiserver/recorded';
import { describe, expect, test } from 'vitest';
import { compareLive } from './compare-server.ts';

const words = ['label selectors'];
const area = areas.find(({ name }) => name === words[0]);
const [first = '', second = ''] = area?.sequences.map(({ name }) => name) ?? [];

/** Compares with a server that gives the recorded responses, except for these sequences; in each run for others. */
async function comparing(...plays: (readonly string[] | Error)[]): Promise<{
  readonly line: string;
  readonly failed: readonly string[];
  readonly lines: readonly string[];
  readonly asked: readonly number[];
}> {
  const lines: string[] = [];
  const asked: number[] = [];
  const answersOf = (which: WantedSequences): Promise<Map<Area, Recording>> => {
    const wrong = plays.shift() ?? [];
    if (wrong instanceof Error) return Promise.reject(wrong);
    const sequences = area ? wantedSequences(area, which) : [];
    asked.push(sequences.length);
    const recorded = area ? readRecording(area) : {};
    const answers = sequences.map(({ sequence: { name } }) => {
      const answer = recorded[name] ?? [];
      return [name, wrong.includes(name) ? answer.map((one) => ({ ...one, status: 599 })) : answer] as const;
    });
    return Promise.resolve(new Map(area ? [[area, Object.fromEntries(answers)]] : []));
  };
  const results = await compareLive({ words, answersOf, log: (line) => lines.push(line) });
  return {
    line: results.map(({ name, total, failures }) => `${name}: ${total - failures.length} of ${total}`).join(', '),
    failed: results.flatMap(({ failures }) => failures.map(({ name }) => name)),
    lines,
    asked,
  };
}

describe('the comparison with a live server', () => {
  const total = area?.sequences.length ?? 0;

  test('runs a sequence that differs again, alone, and reports it', async () => {
    const { line, lines, asked } = await comparing([first]);
    expect(line).toBe(`label selectors: ${total} of ${total}`);
    expect(lines).toEqual([
      expect.stringMatching(/^played again: label selectors: .+: answer 0: status\n {2}real: 599/),
    ]);
    expect(asked).toEqual([total, 1]);
  });

  test('counts sequences that differ twice, under their area', async () => {
    const { line, failed } = await comparing([first, second], [second]);
    expect(line).toBe(`label selectors: ${total - 1} of ${total}`);
    expect(failed).toEqual([second]);
  });

  test('starts another server when one could not be started, and then fails', async () => {
    expect((await comparing(new Error('no port'), [])).line).toBe(`label selectors: ${total} of ${total}`);
    expect((await comparing(new Error('no port'), new Error('no port'))).line).toBe('the comparison: 0 of 1');
  });
});
