import { defaultProjectPaths, type ProjectFile } from '@kb/codegen';
import { check } from 'prettier';
import { expect, test } from 'vitest';
import { kindNames } from '../kind-names.ts';
import { kindFiles } from './kind.ts';

const project: ProjectFile = {
  version: '3',
  domain: 'example.com',
  repo: 'example.com/shop',
  projectName: 'shop',
  layout: [],
  paths: defaultProjectPaths,
  resources: [],
};

const port = 11_211;
const deployImages = [
  undefined,
  { image: 'registry.example.com:5000/team/app:v1' },
  { image: 'memcached:1.6', command: ['memcached', '-o', "it's"], port, runAsUser: 1001 },
];

test.each(
  ['Ox', 'Memcached', 'AppService', 'ConnectionPool'].flatMap((kind) =>
    deployImages.map((deployImage) => ({ kind, image: deployImage?.image ?? 'none', deployImage })),
  ),
)('the sources of $kind, image $image, are formatted', async ({ kind, deployImage }) => {
  const names = kindNames({ kind, group: 'batch', domain: 'example.com', version: 'v1alpha1' });
  const sources = kindFiles(project, names, { namespaced: true, controller: true, deployImage }).filter(({ path }) =>
    path.endsWith('.ts'),
  );
  expect(sources.length).toBeGreaterThan(2);
  for (const { path, content } of sources) {
    const isFormatted = await check(content, { singleQuote: true, printWidth: 120, filepath: path });
    expect({ path, isFormatted, content: isFormatted ? '' : content }).toEqual({
      path,
      isFormatted: true,
      content: '',
    });
  }
});
