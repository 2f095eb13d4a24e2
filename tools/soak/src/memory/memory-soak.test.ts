import { expect, test } from 'vitest';
import { judgeMemory, type MemorySoak, memorySoaks, runMemorySoak } from './memory-soak.ts';

test.each(memorySoaks)('$name: memory stays flat', { timeout: 120_000 }, async (soak) => {
  const result = await runMemorySoak(soak, 1);
  expect(judgeMemory(soak, result)).toEqual([]);
});

const soak: MemorySoak = { name: 'updates', bytes: 1000, turns: true, filled: 10 };
const MB = 1024 * 1024;

test.each([
  { what: 'noise', used: [90 * MB, 100 * MB, 92 * MB, 101 * MB], watched: 20, want: [] },
  {
    what: 'growth',
    used: [90 * MB, 100 * MB, 110 * MB, 120 * MB],
    watched: 20,
    want: ['updates: the memory grew from 100.0 MB to 120.0 MB'],
  },
  {
    what: 'a watch that stands still',
    used: [100 * MB, 100 * MB],
    watched: 5,
    want: ['updates: a watch saw 5 updates only'],
  },
])('$what', ({ used, watched, want }) => {
  expect(judgeMemory(soak, { used, watched })).toEqual(want);
});
