import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cacheFolder, cacheRoot, findControlPlane } from './find.ts';

describe('cacheRoot', () => {
  test.each([
    ['KB_CACHE_DIR', { KB_CACHE_DIR: '/a', XDG_CACHE_HOME: '/b' }, '/a/control-plane'],
    ['XDG_CACHE_HOME', { XDG_CACHE_HOME: '/b' }, '/b/kb/control-plane'],
    ['the home folder', {}, join(homedir(), '.cache/kb/control-plane')],
    [
      'the home folder for a relative XDG_CACHE_HOME',
      { XDG_CACHE_HOME: 'b' },
      join(homedir(), '.cache/kb/control-plane'),
    ],
    [
      'the home folder for empty variables',
      { KB_CACHE_DIR: '', XDG_CACHE_HOME: '' },
      join(homedir(), '.cache/kb/control-plane'),
    ],
  ])('is in %s', (_, env, want) => expect(cacheRoot(env)).toBe(want));
});

describe.skipIf(process.platform === 'win32')('findControlPlane', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'kb-find-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function addPrograms(folder: string, names: readonly string[], mode = 0o755): void {
    mkdirSync(folder, { recursive: true });
    for (const name of names) writeFileSync(join(folder, name), '', { mode });
  }

  test('KUBEBUILDER_ASSETS without kube-controller-manager is enough', () => {
    addPrograms(directory, ['etcd', 'kube-apiserver', 'kubectl']);
    expect(findControlPlane({ KUBEBUILDER_ASSETS: directory }).binaries).toEqual({
      source: 'assets',
      directory,
      etcd: join(directory, 'etcd'),
      kubeApiServer: join(directory, 'kube-apiserver'),
      kubeControllerManager: undefined,
      kubeScheduler: undefined,
    });
  });

  test('an incomplete KUBEBUILDER_ASSETS is reported, even if the cache is complete', () => {
    const env = { KB_CACHE_DIR: join(directory, 'cache'), KUBEBUILDER_ASSETS: directory };
    addPrograms(cacheFolder(env), ['etcd', 'kube-apiserver', 'kube-controller-manager']);
    addPrograms(directory, ['etcd']);
    const { binaries, reason } = findControlPlane(env);
    expect(binaries).toBeUndefined();
    expect(reason).toContain(`${join(directory, 'kube-apiserver')} is not there`);
    expect(reason).toContain('KUBEBUILDER_ASSETS');
  });

  test('the cache', () => {
    const env = { KB_CACHE_DIR: directory };
    const folder = cacheFolder(env);
    expect(findControlPlane(env).reason).toContain('no control plane has been built');
    addPrograms(folder, ['etcd', 'kube-apiserver']);
    expect(findControlPlane(env).reason).toContain('kube-controller-manager is missing');
    addPrograms(folder, ['kube-controller-manager'], 0o644);
    expect(findControlPlane(env).reason).toContain('kube-controller-manager is missing');
    rmSync(join(folder, 'kube-controller-manager'));
    addPrograms(folder, ['kube-controller-manager']);
    expect(findControlPlane(env).reason).toContain('kube-scheduler is missing');
    addPrograms(folder, ['kube-scheduler']);
    expect(findControlPlane(env).binaries).toMatchObject({ source: 'cache', directory: folder });
  });
});
