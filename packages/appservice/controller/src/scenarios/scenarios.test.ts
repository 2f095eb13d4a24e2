import { createTestEnvironment } from '@kb/testing';
import { expect, test } from 'vitest';
import { crds } from '../crds.ts';
import { scenarios } from './index.ts';

test.each(scenarios)('$name', async (scenario) => {
  await using env = await createTestEnvironment({ crds });
  await expect(scenario.run(env)).resolves.toBeUndefined();
});
