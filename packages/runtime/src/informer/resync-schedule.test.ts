import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { createResyncSchedule } from './resync-schedule.ts';

type Asked = number | undefined;

test.each<{ what: string; own: number; before: Asked[]; after: Asked[]; over: number; want: Record<string, number[]> }>(
  [
    { what: 'no period at all', own: 0, before: [undefined], after: [undefined], over: 10_000, want: {} },
    { what: 'an informer without a period', own: 0, before: [2000], after: [2000], over: 10_000, want: {} },
    {
      what: 'the informer’s own',
      own: 3000,
      before: [undefined],
      after: [undefined],
      over: 7000,
      want: { 0: [3000, 6000], 1: [3000, 6000] },
    },
    {
      what: 'a shorter one before the start makes all ticks faster',
      own: 5000,
      before: [2000, undefined, 3000],
      after: [],
      over: 12_000,
      // Those of 5 and 3 seconds are due at ticks of 2 seconds.
      want: { 0: [2000, 4000, 6000, 8000, 10_000, 12_000], 1: [6000, 12_000], 2: [4000, 8000, 12_000] },
    },
    {
      what: 'a shorter one after the start is raised',
      own: 4000,
      before: [],
      after: [1000, 6000],
      over: 12_000,
      want: { 0: [4000, 8000, 12_000], 1: [8000] },
    },
    {
      what: 'never, for one handler',
      own: 2000,
      before: [0, undefined],
      after: [],
      over: 4000,
      want: { 1: [2000, 4000] },
    },
    { what: 'less than a second', own: 10_000, before: [1], after: [], over: 2000, want: { 0: [1000, 2000] } },
  ],
)('$what', async ({ own, before, after, over, want }) => {
  const clock = createVirtualClock();
  const begun = clock.now();
  const got: Record<string, number[]> = {};
  const schedule = createResyncSchedule<number>(clock, own, recordingLogger().log, (handlers) => {
    for (const handler of handlers) (got[handler] ??= []).push(clock.now() - begun);
  });
  before.forEach((period, handler) => schedule.add(handler, period));
  schedule.start();
  after.forEach((period, handler) => schedule.add(before.length + handler, period));
  await clock.advance(over);
  expect(got).toEqual(want);
  schedule.remove(0);
  await clock.advance(20_000);
  expect(got['0']).toEqual(want['0']);
  schedule.stop();
  expect(clock.pending()).toBe(0);
});
