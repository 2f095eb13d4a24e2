import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedCluster } from '../dev/embedded-cluster.ts';
import { testFolder } from '../testing/run-kb.ts';
import { readAccess } from './server-access.ts';

test('keeps the key out of version control, even after another command has removed the folder', async () => {
  using folder = testFolder();
  const access = readAccess({ 'insecure-http': undefined, 'allowed-host': undefined }, folder.path);
  rmSync(path.join(folder.path, '.kb'), { recursive: true, force: true });
  const cluster = await startEmbeddedCluster({ port: 0, workloads: false, ...access });
  await cluster.stop();
  expect(folder.read('.kb/api-server.pem')).toContain('PRIVATE KEY');
  expect(existsSync(path.join(folder.path, '.kb/.gitignore')) && folder.read('.kb/.gitignore')).toBe('*\n');
});
