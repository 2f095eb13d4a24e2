import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedCluster } from './dev/cluster/embedded-cluster.ts';
import { testFolder } from './test-support/run-kb.ts';
import { writeKubeconfig } from './write-kubeconfig.ts';

test('replaces its own kubeconfig, for the owner alone, and no other file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-kubeconfig-'));
  const cluster = await startEmbeddedCluster({ port: 0, workloads: false });
  try {
    const file = path.join(folder, 'kubeconfig');
    writeKubeconfig(file, cluster.kubeconfig);
    writeKubeconfig(file, `${cluster.kubeconfig}# again\n`);
    expect(readFileSync(file, 'utf8')).toContain('# again');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = path.join(folder, 'precious');
    writeFileSync(other, 'mine');
    for (const taken of [other, folder]) {
      expect(() => writeKubeconfig(taken, cluster.kubeconfig)).toThrow(
        expect.objectContaining({ code: 'KB_FILE_EXISTS' }),
      );
    }
    expect(readFileSync(other, 'utf8')).toBe('mine');
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('creates the folder .kb with its .gitignore', () => {
  using folder = testFolder();
  writeKubeconfig(path.join(folder.path, '.kb/kubeconfig'), 'content');
  expect(folder.snapshot()).toEqual({ '.kb/.gitignore': '*\n', '.kb/kubeconfig': 'content' });
});
