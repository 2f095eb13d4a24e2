import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import type { Checkpoint, SoakResult } from './run-soak.ts';

const checkpoint = (hour: number, more: Partial<Checkpoint> = {}): Checkpoint => ({
  hour,
  settledAfter: 1,
  timers: 25,
  streams: 4,
  signals: 58,
  listeners: 44,
  heap: 90_000_000,
  problems: [],
  ...more,
});
const result = (last: Partial<Checkpoint>, more: Partial<SoakResult> = {}): SoakResult => ({
  checkpoints: [checkpoint(0, { heap: 30_000_000 }), checkpoint(12), checkpoint(24, last)],
  violations: [],
  counts: { cluster: { 'timers left': 0 } },
  revision: 1,
  ...more,
});

test.each<{ what: string; of: SoakResult; want: string[] }>([
  { what: 'all holds', of: result({}), want: [] },
  { what: 'noise', of: result({ heap: 95_000_000, timers: 26, signals: 60 }), want: [] },
  {
    what: 'a final state was missed',
    of: result({ problems: ['a: ConfigMap has 1, not 2', 'b', 'c', 'd'] }),
    want: ['hour 24: 4 problems: a: ConfigMap has 1, not 2; b; c'],
  },
  {
    what: 'two leaders',
    of: result({}, { violations: ['a-1 sent PATCH x'] }),
    want: ['written without the lease: a-1 sent PATCH x'],
  },
  { what: 'a stream is left', of: result({ streams: 5 }), want: ['streams grew from 4 to 5'] },
  { what: 'listeners stay', of: result({ listeners: 90 }), want: ['listeners grew from 44 to 90'] },
  { what: 'the heap grows', of: result({ heap: 120_000_000 }), want: ['the heap grew from 85.8 MB to 114.4 MB'] },
  {
    what: 'timers at the end',
    of: result({}, { counts: { cluster: { 'timers left': 2 } } }),
    want: ['2 timers are left at the end'],
  },
])('$what', ({ of, want }) => {
  expect(judge(of)).toEqual(want);
});
