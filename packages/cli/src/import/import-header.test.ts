// The header of the project's sources in imported types.
import { expect, test } from 'vitest';
import { type KbRun, type TestFolder, testFolder } from '../test-support/run-kb.ts';
import { crd } from './test-support/crds.ts';

const INTO = 'packages/api/src';
const FOLDER = `${INTO}/example.com/v1`;
const TYPES = `${FOLDER}/shop.types.ts`;
const shop = (maxLength: number): string =>
  crd('Shop', ['type: object', 'properties:', `  name: {type: string, maxLength: ${maxLength}}`]);

async function succeed(folder: TestFolder, ...args: string[]): Promise<KbRun> {
  const run = await folder.kb(...args);
  expect(run).toMatchObject({ code: 0, err: '' });
  return run;
}

async function project(...flags: readonly string[]): Promise<TestFolder> {
  const folder = testFolder();
  await succeed(folder, 'init', '--domain', 'example.com', ...flags);
  folder.write('crds.yaml', shop(63));
  return folder;
}

const LICENSED = ['--license', 'apache2', '--owner', 'Harbour Ltd'];
const HEADER = /^\/\*\nCopyright \d{4} Harbour Ltd\.\n[^]*?\*\/\n\n/;
const sources = (folder: TestFolder): string[] =>
  ['groupversion-info.ts', 'index.ts', 'shop.types.ts'].map((file) => folder.read(`${FOLDER}/${file}`));

test('every new source has it, and importing again changes nothing', async () => {
  using folder = await project(...LICENSED);
  await succeed(folder, 'import', 'crds.yaml', '--into', INTO);
  for (const text of sources(folder)) expect(text).toMatch(HEADER);
  expect(folder.read(TYPES).replace(HEADER, '')).toMatch(/^\/\/ Imported by `kb import` \(sha256 /);
  const state = [folder.snapshot(), folder.times()];
  await succeed(folder, 'import', 'crds.yaml', '--into', INTO, '--check');
  await succeed(folder, 'import', 'crds.yaml', '--into', INTO);
  expect([folder.snapshot(), folder.times()]).toEqual(state);
  // The file still counts as imported: its kind need not be in PROJECT.
  expect(await folder.kb('create', 'api', '--group', 'crew', '--kind', 'Captain', '--controller=false')).toMatchObject({
    code: 0,
  });
  expect((await folder.kb('generate', '--no-cache')).err).not.toContain('KB_KIND_UNLISTED');
});

test('a changed definition updates the types, and an edit below it is still noticed', async () => {
  using folder = await project(...LICENSED);
  await succeed(folder, 'import', 'crds.yaml', '--into', INTO);
  folder.write('crds.yaml', shop(64));
  await succeed(folder, 'import', 'crds.yaml', '--into', INTO);
  expect(folder.read(TYPES)).toMatch(HEADER);
  expect(folder.read(TYPES)).toContain('MaxLength=64');
  folder.edit(TYPES, 'MaxLength=64', 'MaxLength=65');
  const state = folder.snapshot();
  const { code, err } = await folder.kb('import', 'crds.yaml', '--into', INTO);
  expect([code, err]).toEqual([1, expect.stringContaining('--overwrite')]);
  expect(folder.snapshot()).toEqual(state);
});

test('sources that are there keep theirs, or none', async () => {
  using folder = await project();
  await succeed(folder, 'import', 'crds.yaml', '--into', INTO);
  const before = sources(folder);
  for (const text of before) expect(text).not.toMatch(/Copyright/);
  expect(await folder.kb('edit', ...LICENSED)).toMatchObject({ code: 0 });
  folder.edit('hack/boilerplate.ts.txt', 'Harbour Ltd', 'Another Ltd');
  await succeed(folder, 'import', 'crds.yaml', '--into', INTO);
  expect(sources(folder)).toEqual(before);
  folder.write(TYPES, `// Copyright 2019 The First.\n\n${folder.read(TYPES)}`);
  folder.write('crds.yaml', shop(64));
  await succeed(folder, 'import', 'crds.yaml', '--into', INTO);
  expect(folder.read(TYPES)).toMatch(/^\/\/ Copyright 2019 The First\.\n\n\/\/ Imported by [^]*MaxLength=64/);
});

test('a group whose last kind goes leaves no source that is only a header', async () => {
  using folder = await project(...LICENSED);
  const two = ['v1', 'v2'].map(
    (name) =>
      `  - name: ${name}\n    served: true\n    storage: ${name === 'v2'}\n    schema: {openAPIV3Schema: {type: object}}\n`,
  );
  const definition = (versions: string): string =>
    `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: shops.example.com}\nspec:\n  group: example.com\n  scope: Namespaced\n  names: {kind: Shop, plural: shops}\n  versions:\n${versions}`;
  folder.write('crds.yaml', definition(two.join('')));
  await succeed(folder, 'import', 'crds.yaml', '--into', INTO);
  folder.write('crds.yaml', definition(two[1] ?? ''));
  await succeed(folder, 'import', 'crds.yaml', '--into', INTO);
  const left = Object.keys(folder.snapshot()).filter((file) => file.startsWith(`${INTO}/example.com/`));
  expect(left.every((file) => file.includes('/v2/'))).toBe(true);
  expect(left).toHaveLength(3);
});

test('types of another project have none', async () => {
  using folder = await project(...LICENSED);
  await succeed(folder, 'create', 'api', '--external-api', 'crds.yaml');
  expect(folder.read(TYPES)).toMatch(/^\/\/ Imported by /);
  await succeed(folder, 'import', 'crds.yaml', '--into', INTO);
  for (const text of sources(folder)) expect(text).not.toContain('Harbour');
});

test('a project file that cannot be read is reported, and nothing is written', async () => {
  using folder = await project(...LICENSED);
  folder.edit('PROJECT', 'version: "3"', 'version: "2"');
  const state = folder.snapshot();
  const { code, out, err } = await folder.kb('import', 'crds.yaml', '--into', INTO);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('KB_PROJECT_INVALID');
  expect(err).toContain('write version: "3"');
  expect(folder.snapshot()).toEqual(state);
});
