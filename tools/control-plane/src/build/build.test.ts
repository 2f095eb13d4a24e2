import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildControlPlane } from './build.ts';
import { cacheFolder, cacheRoot } from '../find.ts';

/**
 * A stand-in for Go (the program, not our code): `go env` names a version, `go list` one package, and `go build -o X`
 * writes empty programs and one line to the file in $CALLS. Fails in the step that $FAIL names.
 */
const GO = `#!/bin/sh
if [ "$1" = env ]; then echo go1.26.0; exit 0; fi
if [ "$1" = "$FAIL" ]; then echo "some/package: it does not $1" >&2; exit 1; fi
if [ "$1" = list ]; then echo some/package; exit 0; fi
while [ $# -gt 0 ]; do if [ "$1" = -o ]; then out=$2; fi; shift; done
case $out in */) set -- "\${out}kube-apiserver" "\${out}kube-controller-manager" "\${out}kube-scheduler";; *) set -- "$out";; esac
for file in "$@"; do : > "$file"; chmod 755 "$file"; echo "$file" >> "$CALLS"; done
`;

describe.skipIf(process.platform === 'win32')('buildControlPlane', () => {
  let directory: string;
  let env: Record<string, string>;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'kb-build-'));
    mkdirSync(join(directory, 'bin'));
    writeFileSync(join(directory, 'bin/go'), GO);
    chmodSync(join(directory, 'bin/go'), 0o755);
    const PATH = `${join(directory, 'bin')}:/usr/bin:/bin`;
    env = { PATH, KB_CACHE_DIR: join(directory, 'cache'), CALLS: join(directory, 'calls') };
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const cached = (): string[] => readdirSync(cacheRoot(env)).filter((name) => !name.endsWith('.lock'));

  test('builds once, reports its progress, and then finds the result', async () => {
    const lines: string[] = [];
    const built = await buildControlPlane({ env, log: (line) => lines.push(line) });
    expect(built).toMatchObject({ source: 'cache', directory: cacheFolder(env) });
    expect(readdirSync(built.directory).toSorted()).toEqual([
      'etcd',
      'kube-apiserver',
      'kube-controller-manager',
      'kube-scheduler',
    ]);
    expect(lines[0]).toContain('building the control plane with go1.26.0');
    expect(lines.filter((line) => line.includes('built in'))).toHaveLength(2);
    expect(await buildControlPlane({ env: { ...env, FAIL: 'list' } })).toEqual(built);
    expect(cached()).toEqual([basename(built.directory)]);
  });

  test('two concurrent calls build once', async () => {
    const [one, other] = await Promise.all([buildControlPlane({ env }), buildControlPlane({ env })]);
    expect(one).toEqual(other);
    expect(
      readFileSync(env['CALLS'] ?? '', 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(4);
  });

  test('replaces an incomplete folder, and removes leftovers of a killed build', async () => {
    mkdirSync(cacheFolder(env), { recursive: true });
    mkdirSync(`${cacheFolder(env)}.building-1234`);
    await buildControlPlane({ env });
    expect(cached()).toEqual([basename(cacheFolder(env))]);
  });

  test.each(['list', 'build'])('a failing go %s is reported with its output, and leaves nothing', async (step) => {
    const failing = buildControlPlane({ env: { ...env, FAIL: step } });
    await expect(failing).rejects.toMatchObject({
      code: 'KB_BUILD_FAILED',
      message: expect.stringMatching(
        new RegExp(`building etcd failed \\(go ${step}: exit code 1\\)[^]*it does not ${step}`),
      ),
    });
    expect(cached()).toEqual([]);
  });

  test('without Go the error gives the remedy', async () => {
    rmSync(join(directory, 'bin/go'));
    const building = buildControlPlane({ env: { ...env, PATH: join(directory, 'bin') } });
    await expect(building).rejects.toMatchObject({
      code: 'KB_GO_MISSING',
      message: expect.stringContaining('KUBEBUILDER_ASSETS'),
    });
  });

  test('KUBEBUILDER_ASSETS is used instead, or refused; nothing is built', async () => {
    const assets = join(directory, 'assets');
    const withAssets = { ...env, KUBEBUILDER_ASSETS: assets, FAIL: 'list' };
    await expect(buildControlPlane({ env: withAssets })).rejects.toMatchObject({ code: 'KB_CONTROL_PLANE_NOT_FOUND' });
    mkdirSync(assets);
    for (const name of ['etcd', 'kube-apiserver']) writeFileSync(join(assets, name), '', { mode: 0o755 });
    expect(await buildControlPlane({ env: withAssets })).toMatchObject({ source: 'assets', directory: assets });
  });
});
