import { expect, test } from 'vitest';
import { createDurations } from './durations.ts';

test('lists the slowest first, with the sum of repeated names, also of work that failed', async () => {
  let ms = 0;
  const durations = createDurations(() => ({ ms, cpuMs: ms / 2 }));
  const lasting = (by: number) => async (): Promise<number> => (ms += by);
  expect(await durations.measure('short', lasting(100))).toBe(100);
  await durations.measure('twice', lasting(1500));
  await durations.measure('long', lasting(20_000));
  await durations.measure('twice', lasting(1500));
  const failing = durations.measure('failed', async () => {
    ms += 5000;
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(durations.slowest(3)).toEqual([
    '   20.0 s,    10.0 s of CPU  long',
    '    5.0 s,     2.5 s of CPU  failed',
    '    3.0 s,     1.5 s of CPU  twice',
  ]);
});
