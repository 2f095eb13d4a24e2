import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultProjectPaths, fileSystemReader, formatDiagnostics, generate, type ProjectFile } from './index.ts';

const repository = path.join(import.meta.dirname, '../../..');
const twins = path.join(repository, 'tools/controller-gen/testdata');

const project: ProjectFile = {
  version: '3',
  domain: 'example.com',
  repo: '',
  projectName: 'twin',
  layout: [],
  paths: defaultProjectPaths,
  resources: [],
};

/** The sources in TypeScript of each twin: packages with types, and packages with controllers. */
const sources: Readonly<Record<string, { readonly api: string; readonly controller: string }>> = {
  appservice: { api: 'packages/appservice/api', controller: 'packages/appservice/controller' },
  markers: { api: 'tools/controller-gen/testdata/markers/api', controller: 'none' },
};

describe.each(Object.entries(sources))('%s: the same types in Go and in TypeScript', (name, { api, controller }) => {
  const expected = path.join(twins, name, 'expected');

  test('give what controller-gen 0.21 writes, byte for byte', async () => {
    const { files, diagnostics } = await generateFrom(api, controller);
    expect(formatDiagnostics(diagnostics)).toBe('');
    const manifests = files.filter((file) => file.path.endsWith('.yaml'));
    expect(manifests.map((file) => path.basename(file.path)).sort()).toEqual(readdirSync(expected).sort());
    for (const file of manifests) {
      const recorded = readFileSync(path.join(expected, path.basename(file.path)), 'utf8');
      // The annotation names the generator and its version: the one line that has to differ.
      expect(file.content.replace(/codegen\.kb\/version: .*/, 'controller-gen.kubebuilder.io/version: v0.21.0')).toBe(
        recorded,
      );
    }
  });
});

test('every twin is compared', () => {
  expect(readdirSync(twins).sort()).toEqual(Object.keys(sources).sort());
});

/** Descriptions inside built-in types come from elsewhere than controller-gen's, so that they are left out on both sides. */
function generateFrom(api: string, controller: string): ReturnType<typeof generate> {
  const { read, list } = fileSystemReader(repository);
  const manifest = `${api}/package.json`;
  const reader = {
    list,
    read: (file: string) =>
      file === manifest && !existsSync(path.join(repository, file)) ? '{ "name": "@twin/api" }' : read(file),
  };
  const paths = { api: [api], client: 'none', controller: [controller], config: 'none' };
  return generate({ root: repository, project: { ...project, paths }, reader, builtInDescriptions: false });
}
