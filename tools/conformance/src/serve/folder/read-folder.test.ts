import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../import/round-trip/temporary-folder.ts';
import { type Folder, kindIn, readFolder } from './read-folder.ts';

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: as.example.com }
`;

/** Reads a folder with these files. */
function read(files: Readonly<Record<string, string>>): Folder {
  using folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
    writeFileSync(path.join(folder.path, name), text);
  }
  const { definitions, objects, problems } = readFolder(folder.path);
  const withoutPath = problems.map((each) => ({ ...each, message: each.message.replaceAll(folder.path, 'FOLDER') }));
  return { definitions, objects, problems: withoutPath };
}

test('reads nested folders, YAML and JSON, several documents a file, and lists', () => {
  const { definitions, objects, problems } = readFolder(fileURLToPath(new URL('testdata/shop', import.meta.url)));
  expect(problems).toEqual([]);
  expect(definitions.map(({ place }) => place)).toEqual(['crds/definitions.yaml:2', 'crds/definitions.yaml:57']);
  expect(objects.map(({ place, object }) => `${place} ${kindIn(object)}`)).toEqual([
    'samples/nested/regions.json:1 Region',
    'samples/nested/regions.json:1 Region',
    'samples/nested/regions.json:9 Order',
    'samples/orders.yaml:1 Namespace',
    'samples/orders.yaml:6 Order',
  ]);
});

test('leaves out other files, empty documents and kustomizations', () => {
  const files = { 'a/crd.yaml': `---\n${definition}---\n# nothing\n`, 'README.md': '{', 'kustomization.yaml': 'a: 1' };
  expect(read(files)).toMatchObject({ definitions: [{ place: 'a/crd.yaml:2' }], objects: [], problems: [] });
});

test('names every document that cannot be read, with its place', () => {
  const { problems } = read({
    'crd.yaml': `${definition}---\na: [1\n`,
    'b.json': '{"a": 1,}',
    'c.yaml': `${definition}---\njust: text\n`,
  });
  expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
    expect.stringMatching(/^KB_MANIFEST_INVALID b\.json:1:9: /),
    'KB_MANIFEST_INVALID c.yaml:5:1: expected an object with apiVersion and kind',
    expect.stringMatching(/^KB_MANIFEST_INVALID crd\.yaml:\d+:\d+: /),
  ]);
  expect(problems.every(({ toDo }) => toDo.length > 10)).toBe(true);
});

test.each([
  ['an empty folder', {}, 'no .yaml, .yml or .json file in it has an object'],
  [
    'a folder with other objects',
    { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\n' },
    'its 1 objects are of other kinds, such as ConfigMap',
  ],
])('says that %s has no definition', (_, files, why) => {
  expect(read(files).problems).toEqual([
    {
      code: 'KB_MANIFEST_NO_DEFINITION',
      message: `there is no CustomResourceDefinition of apiextensions.k8s.io/v1 in FOLDER: ${why}`,
      toDo: expect.stringContaining('CustomResourceDefinitions') as string,
    },
  ]);
});

test('says that there is no folder', () => {
  expect(readFolder('/nowhere/at/all').problems).toMatchObject([
    { code: 'KB_MANIFEST_NOT_FOUND', message: 'there is no file or folder /nowhere/at/all' },
  ]);
});
