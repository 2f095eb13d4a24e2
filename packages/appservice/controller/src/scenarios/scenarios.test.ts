import { fileURLToPath } from 'node:url';
import { createTestEnvironment } from '@kb/testing';
import { expect, test } from 'vitest';
import { scenarios } from './index.ts';

const crds = [fileURLToPath(new URL('../../../../../config/crd/bases', import.meta.url))];

test.each(scenarios)('$name', { timeout: 120_000 }, async (scenario) => {
  await using env = await createTestEnvironment({ crds });
  await expect(scenario.run(env)).resolves.toBeUndefined();
});
