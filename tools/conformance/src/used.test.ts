import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readUsed } from './used.ts';

/** Computes for as long as it takes to use this much processor time. */
const BUSY = 'while (process.cpuUsage().user < 300_000) for (let i = 0; i < 1e6; i += 1);';

test.skipIf(process.platform !== 'linux')('counts the processor time of processes that were waited for', () => {
  const before = readUsed();
  spawnSync(process.execPath, ['-e', BUSY]);
  const after = readUsed();
  expect(after.cpuMs - before.cpuMs).toBeGreaterThanOrEqual(300);
  expect(after.ms).toBeGreaterThan(before.ms);
});
