import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ControlPlaneBinaries } from './find.ts';
import { startControlPlane } from './start.ts';

describe.skipIf(process.platform === 'win32')('a control plane that cannot start', () => {
  let directory: string;
  let tmp: string;
  let before: string | undefined;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'kb-start-'));
    tmp = mkdtempSync(join(tmpdir(), 'kb-tmp-'));
    before = process.env['TMPDIR'];
    process.env['TMPDIR'] = tmp;
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    for (const folder of [directory, tmp]) rmSync(folder, { recursive: true });
  });

  /** Shell scripts that replace the programs. */
  function programs(scripts: { etcd: string; kubeApiServer: string }): ControlPlaneBinaries {
    const paths = { etcd: join(directory, 'etcd'), kubeApiServer: join(directory, 'kube-apiserver') };
    for (const name of ['etcd', 'kubeApiServer'] as const) {
      writeFileSync(paths[name], `#!/bin/sh\n${scripts[name]}\n`);
      chmodSync(paths[name], 0o755);
    }
    return { source: 'assets', directory, kubeControllerManager: undefined, kubeScheduler: undefined, ...paths };
  }

  test('the error names the component that ended and has the end of its log; nothing is left', async () => {
    const binaries = programs({ etcd: 'echo "the disk is full" >&2; exit 7', kubeApiServer: 'exit 0' });
    await expect(startControlPlane({ binaries })).rejects.toMatchObject({
      code: 'KB_COMPONENT_FAILED',
      message: 'etcd ended (exit code 7)\nThe log of etcd ends with:\n  the disk is full',
    });
    expect(readdirSync(tmp)).toEqual([]);
  });

  test('a start with a component that hangs times out', async () => {
    const binaries = programs({ etcd: 'exec sleep 600', kubeApiServer: 'exit 0' });
    await expect(startControlPlane({ binaries, timeoutMs: 500 })).rejects.toMatchObject({
      code: 'KB_TIMEOUT',
      message: expect.stringContaining('gave up waiting for etcd to be healthy'),
    });
    expect(readdirSync(tmp)).toEqual([]);
  });

  test('a signal cancels the start', async () => {
    const binaries = programs({ etcd: 'exec sleep 600', kubeApiServer: 'exit 0' });
    const signal = AbortSignal.abort(new Error('not now'));
    await expect(startControlPlane({ binaries, signal })).rejects.toThrow('not now');
    expect(readdirSync(tmp)).toEqual([]);
  });
});
