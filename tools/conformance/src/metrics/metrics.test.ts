import { expect, test } from 'vitest';
import { startEmbeddedTarget } from '../targets/embedded-target.ts';
import { compareWithKept } from './metrics-suite.ts';

test('names, types, labels, bounds and series equal those of a controller-runtime program', async () => {
  const target = await startEmbeddedTarget({ workloads: false });
  try {
    const { total, failures } = await compareWithKept(target);
    expect(failures).toEqual([]);
    expect(total).toBeGreaterThan(60);
  } finally {
    await target.stop();
  }
});
