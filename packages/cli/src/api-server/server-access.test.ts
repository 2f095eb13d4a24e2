import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedCluster } from '../dev/cluster/embedded-cluster.ts';
import { testFolder } from '../test-support/run-kb.ts';
import { administratorsOf, readAccess } from './server-access.ts';

test('keeps the key out of version control, even after another command has removed the folder', async () => {
  using folder = testFolder();
  const access = readAccess({ 'insecure-http': undefined, 'allowed-host': undefined }, folder.path);
  rmSync(path.join(folder.path, '.kb'), { recursive: true, force: true });
  const cluster = await startEmbeddedCluster({ port: 0, workloads: false, ...access });
  await cluster.stop();
  expect(folder.read('.kb/api-server.pem')).toContain('PRIVATE KEY');
  expect(existsSync(path.join(folder.path, '.kb/.gitignore')) && folder.read('.kb/.gitignore')).toBe('*\n');
});

test.each([
  [{}, 'and nobody is administrator: no token is of the group system:masters'],
  [{ t: { name: 'ann', groups: ['a'] } }, 'and nobody is administrator: no token is of the group system:masters'],
  [
    {
      t: { name: 'ann', groups: ['system:masters'] },
      u: { name: 'bob' },
      v: { name: 'ann', groups: ['system:masters'] },
      w: { name: 'eve', groups: ['a', 'system:masters'] },
    },
    'and ann, eve everything',
  ],
])('names the administrators under RBAC: %j', (tokens, expected) => {
  expect(administratorsOf({ tokens })).toBe(expected);
});
