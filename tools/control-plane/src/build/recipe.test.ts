import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRecipe, recipeKey, requiredVersion } from './recipe.ts';
import type { RecipeKeyInputs } from './recipe.ts';

describe('requiredVersion', () => {
  const goMod = [
    'module example.com/m',
    'require k8s.io/kubernetes v1.36.3',
    'require (',
    '\tk8s.io/api v0.36.2 // indirect',
    '\tgo.etcd.io/etcd/server/v3 v3.6.8 // indirect',
    ')',
    'replace k8s.io/api => k8s.io/api v0.36.3',
  ].join('\n');
  test.each([
    ['k8s.io/kubernetes', 'v1.36.3'],
    ['k8s.io/api', 'v0.36.2'],
    ['go.etcd.io/etcd/server/v3', 'v3.6.8'],
  ])('%s is required in version %s', (module, want) => expect(requiredVersion(goMod, module)).toBe(want));

  test('a module that is not required is a bug', () => {
    expect(() => requiredVersion(goMod, 'k8s.io/client-go')).toThrow('does not require k8s.io/client-go');
    expect(() => requiredVersion('replace (\n\tk8s.io/api => k8s.io/api v0.36.3\n)', 'k8s.io/api')).toThrow(
      'does not require',
    );
  });
});

describe('recipeKey', () => {
  const base: RecipeKeyInputs = {
    kubernetesVersion: 'v1.36.3',
    etcdVersion: 'v3.6.8',
    platform: 'linux',
    arch: 'x64',
    inputs: ['module a', 'sum a'],
  };
  test('is readable, and the same for the same inputs', () => {
    expect(recipeKey(base)).toMatch(/^kubernetes-v1\.36\.3-etcd-v3\.6\.8-linux-x64-[0-9a-f]{12}$/);
    expect(recipeKey({ ...base, inputs: [...base.inputs] })).toBe(recipeKey(base));
  });
  test.each<[string, Partial<RecipeKeyInputs>]>([
    ['version of Kubernetes', { kubernetesVersion: 'v1.36.4' }],
    ['version of etcd', { etcdVersion: 'v3.6.9' }],
    ['platform', { platform: 'darwin' }],
    ['architecture', { arch: 'arm64' }],
    ['an input', { inputs: ['module a', 'sum b'] }],
    ['one input more', { inputs: [...base.inputs, ''] }],
    ['the border between inputs', { inputs: ['module as', 'um a'] }],
  ])('differs with the %s', (_, change) => expect(recipeKey({ ...base, ...change })).not.toBe(recipeKey(base)));
});

describe('readRecipe', () => {
  const recipe = readRecipe();
  test('takes the versions from go.mod', () => {
    expect(recipe.kubernetesVersion).toMatch(/^v1\.36\.\d+$/);
    expect(recipe.etcdVersion).toMatch(/^v3\.6\.\d+$/);
  });
  test('links the version of Kubernetes into its programs', () => {
    const flags = recipe.modules.find((module) => module.programs.includes('kube-apiserver'))?.ldflags;
    expect(flags).toContain(`-X k8s.io/component-base/version.gitVersion=${recipe.kubernetesVersion}`);
    expect(flags).toContain('-X k8s.io/component-base/version.gitMinor=36');
  });
  test('every staging module is replaced by the release that belongs to the version of Kubernetes', () => {
    const folder = recipe.modules.find((module) => module.programs.includes('kube-apiserver'))?.folder ?? '';
    const goMod = readFileSync(`${folder}/go.mod`, 'utf8');
    const replaced = [...goMod.matchAll(/^\s*(?:replace )?(\S+) => (\S+) (\S+)$/gm)];
    expect(replaced.length).toBeGreaterThan(30);
    for (const [, from, to, version] of replaced) {
      expect([from, version]).toEqual([to, recipe.kubernetesVersion.replace(/^v1/, 'v0')]);
    }
  });
});
