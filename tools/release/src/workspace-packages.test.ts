import { expect, test } from 'vitest';
import { bundledOfOthers, workspacePackages } from './workspace-packages.ts';

test('private packages are not published', () => {
  expect(workspacePackages().map(({ manifest }) => manifest.name)).not.toContain('@kb/serving');
});

test('what others hold of ours counts as what that needs of others', () => {
  const found = workspacePackages().map((item) => [item.manifest.name, bundledOfOthers(item)]);
  const certificates = ['@peculiar/x509', 'reflect-metadata'];
  expect(Object.fromEntries(found)).toMatchObject({
    '@kb/apimachinery': ['@noble/hashes'],
    '@kb/apiserver': certificates,
    '@kb/kubernetes': [],
    '@kb/runtime': certificates,
  });
});
