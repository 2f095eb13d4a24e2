import { expect, test } from 'vitest';
import { bundledOfOthers, workspacePackages } from './workspace-packages.ts';

test('private packages are not published', () => {
  expect(workspacePackages().map(({ manifest }) => manifest.name)).not.toContain('@kb/serving');
});

test('a bundled package of this repository counts as its third-party dependencies', () => {
  const found = workspacePackages().map((item) => [item.manifest.name, bundledOfOthers(item)]);
  const certificates = ['@peculiar/x509', 'reflect-metadata'];
  expect(Object.fromEntries(found)).toMatchObject({
    '@kb/apimachinery': ['@noble/hashes', 'antlr4ng'],
    '@kb/apiserver': certificates,
    '@kb/kubernetes': [],
    '@kb/runtime': certificates,
  });
});
