// What "kb generate" reads and writes outside of a project in kb's layout.
import path from 'node:path';
import { expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

const shop = `import type { KubernetesObject } from '@kb/apimachinery';

// +groupName=shop.example.com
// +kubebuilder:rbac:groups=shop.example.com,resources=shops,verbs=get
// +kubebuilder:webhook:path=/v,mutating=false,failurePolicy=fail,sideEffects=None,groups=shop.example.com,resources=shops,verbs=create,versions=v1,name=vshop.kb.io,admissionReviewVersions=v1

/** A shop. It has goods. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: { share?: number };
}
`;

const valid = shop.replace('share?: number', 'name?: string');

function outputs(folder: TestFolder): string[] {
  return Object.keys(folder.snapshot()).filter((file) => /\.(?:yaml|ts)$/.test(file) && !file.startsWith('types'));
}

test('a bare folder of types: CRDs, roles and webhook configurations, no client', async () => {
  using folder = testFolder();
  folder.write('types/v1/shop.ts', valid);
  const { code, out } = await folder.kb('generate', '--api', 'types/v1');
  expect(out).toBe(
    'create config/crd/bases/shop.example.com_shops.yaml\ncreate config/rbac/role.yaml\ncreate config/webhook/manifests.yaml\n',
  );
  expect(code).toBe(0);
  expect(await folder.kb('generate', '--api', 'types/v1', '--check')).toMatchObject({
    code: 0,
    out: '3 generated files, all up to date.\n',
  });
});

test('accepts the working folder as a bare folder: a package with src, or src', async () => {
  using folder = testFolder();
  folder.write('types/package.json', '{ "name": "@shop/types" }');
  folder.write('types/src/v1/shop.ts', valid);
  for (const place of ['types', 'types/src']) {
    const { code, out, err } = await folder.kbIn(place, 'generate', '--api', '.', '--crd-dir', 'crds');
    expect({ place, err, code }).toEqual({ place, err: '', code: 0 });
    expect(out).toContain('create crds/shop.example.com_shops.yaml\n');
  }
});

test('reports a group version without a name, and what to do', async () => {
  using folder = testFolder();
  folder.write('types/v1/shop.ts', valid);
  const { code, err } = await folder.kbIn('types/v1', 'generate', '--api', '.');
  expect(code).toBe(1);
  expect(err).toContain('no +versionName, and the name of the folder that kb was called in does not count');
  expect(err).toContain('or call kb in the folder above, with --api <this folder>');
  expect(await folder.kbIn('types', 'generate', '--api', 'v1')).toMatchObject({ code: 0 });
});

test('writes every sort of output into one folder, this one included', async () => {
  using folder = testFolder();
  folder.write('types/v1/shop.ts', valid);
  const into = (dir: string): string[] => ['--crd-dir', dir, '--rbac-dir', dir, '--webhook-dir', dir];
  expect(await folder.kb('generate', '--api', 'types/v1', ...into('.'), '--role-file', 'roles.yaml')).toMatchObject({
    code: 0,
  });
  expect(outputs(folder)).toEqual(['manifests.yaml', 'roles.yaml', 'shop.example.com_shops.yaml']);
  expect(await folder.kb('generate', '--api', 'types/v1', ...into('.'), '--role-file', 'manifests.yaml')).toMatchObject(
    {
      code: 1,
    },
  );
});

test('several bare folders into the same place: no run removes the output of another', async () => {
  using folder = testFolder();
  folder.write('types/v1/shop.ts', valid);
  folder.write('types/other/v1/shop.ts', valid.replaceAll('shop.example.com', 'other.example.com'));
  await folder.kb('generate', '--api', 'types/v1', '--crd-dir', 'crds');
  await folder.kb('generate', '--api', 'types/other/v1', '--crd-dir', 'crds');
  expect(outputs(folder).filter((file) => file.startsWith('crds'))).toEqual([
    'crds/other.example.com_shops.yaml',
    'crds/shop.example.com_shops.yaml',
  ]);
});

test("another project's kinds: with the others, or in a folder of their own", async () => {
  using folder = testFolder();
  folder.write('types/v1/shop.ts', `// +kb:external\n\n${valid}`);
  await folder.kb('generate', '--api', 'types/v1', '--crd-dir', 'crds');
  await folder.kb('generate', '--api', 'types/v1', '--external-crd-dir', 'theirs');
  expect(outputs(folder).filter((file) => file.endsWith('shops.yaml'))).toEqual([
    'crds/shop.example.com_shops.yaml',
    'theirs/shop.example.com_shops.yaml',
  ]);
});

test('a client of a bare folder needs the name of its package', async () => {
  using folder = testFolder();
  folder.write('types/package.json', '{ "name": "@shop/types" }');
  folder.write('types/src/shop/v1/shop.ts', valid);
  folder.write('types/src/shop/v1/index.ts', "export type * from './shop.ts';\n");
  const run = await folder.kb('generate', '--api', 'types/src/shop/v1', '--client-dir', 'client');
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(folder.read('client/src/shop/v1/index.ts')).toContain("'@shop/types/shop/v1'");
  folder.write('bare/shop.ts', valid);
  folder.write('bare/index.ts', "export type * from './shop.ts';\n");
  expect((await folder.kb('generate', '--api', 'bare', '--client-dir', 'client')).err).toContain('KB_PACKAGE_NAME');
});

test('settings as flags', async () => {
  using folder = testFolder();
  folder.write('types/v1/shop.ts', shop);
  folder.write('header.txt', '# Copyright YEAR Shop');
  expect((await folder.kb('generate', '--api', 'types/v1')).err).toContain('KB_PLAIN_NUMBER');
  const flags = ['--allow-dangerous-types', '--max-description-length', '0', '--no-preserve-unknown-fields'];
  const named = ['--role-name', 'shop-role', '--header-file', 'header.txt', '--year', '2026'];
  expect(await folder.kb('generate', '--api', 'types/v1', ...flags, ...named)).toMatchObject({ code: 0, err: '' });
  const crd = folder.read('config/crd/bases/shop.example.com_shops.yaml');
  expect(crd).toMatch(/^# Copyright 2026 Shop\n---\napiVersion: /);
  expect(crd).toContain('  preserveUnknownFields: false\n');
  expect(crd).not.toContain('description:');
  expect(folder.read('config/rbac/role.yaml')).toMatch(/^# Copyright 2026 Shop\n---\n[^]*\n {2}name: shop-role\n/);
  expect(folder.read('config/webhook/manifests.yaml')).toMatch(/^# Copyright 2026 Shop\n---\n/);
});

test('a warning does not change the exit code, not even with --check; --strict makes it an error', async () => {
  using folder = testFolder();
  const column = '// +kubebuilder:printcolumn:name="Name",type=string,JSONPath=`.spec.nmae`\n';
  folder.write(
    'types/v1/shop.ts',
    valid.replace('// +kubebuilder:object:root', `${column}// +kubebuilder:object:root`),
  );
  const empty = folder.snapshot();
  const strict = await folder.kb('generate', '--api', 'types/v1', '--strict');
  expect(strict).toMatchObject({ code: 1, out: '' });
  expect(strict.err).toContain('error KB_PRINTER_COLUMN');
  expect(folder.snapshot()).toEqual(empty);
  const run = await folder.kb('generate', '--api', 'types/v1');
  expect(run).toMatchObject({ code: 0 });
  expect(run.err).toContain('warning KB_PRINTER_COLUMN');
  expect(run.err).toContain('did you mean .spec.name?');
  expect(await folder.kb('generate', '--api', 'types/v1', '--check')).toMatchObject({ code: 0, err: run.err });
  expect(await folder.kb('generate', '--api', 'types/v1', '--check', '--strict')).toMatchObject({ code: 1 });
});

test.each([
  [['--api', 'nowhere'], 1, 'there is no folder'],
  [['--api', 'types/v1/shop.ts'], 1, 'there is no folder'],
  [['--controller', 'types'], 1, 'PROJECT'],
  [['--api', 'types', '--max-description-length', '-1'], 2, '--max-description-length=-1'],
  [['--api', 'types', '--max-description-length', 'ten'], 2, 'expected a whole number'],
  [['--api', 'types', '--preserve-unknown-fields'], 2, 'can only be false'],
  [['--api', 'types', '--role-file', 'a/b.yaml'], 2, 'not a valid name of a manifest'],
  [['--api', 'types', '--role-name', 'a/b'], 2, 'not a valid name of a role'],
  [['--api', 'types', '--header-file', 'none.txt'], 1, 'there is no file none.txt, which --header-file names'],
  [['--api', 'types', '--header-file', 'types'], 1, 'there is no file types, which --header-file names'],
  [['--api', 'empty'], 1, 'there are no types in'],
])('refuses %j, and writes nothing', async (args, code, text) => {
  using folder = testFolder();
  folder.write('types/v1/shop.ts', valid);
  folder.write('empty/notes.md', '');
  const before = folder.snapshot();
  const run = await folder.kb('generate', ...args);
  expect(run.err).toContain(text);
  expect(run).toMatchObject({ code, out: '' });
  expect(folder.snapshot()).toEqual(before);
});

test('prints problems as JSON and for GitHub, including those of the project file', async () => {
  using folder = testFolder();
  folder.write('PROJECT', 'version: "3"\ndomain: a b\nprojectName: shop\nlayout: typescript.kb/v1\n');
  const json = await folder.kb('generate', '--format', 'json');
  expect(JSON.parse(json.err)).toMatchObject([
    {
      code: 'KB_PROJECT_FILE',
      severity: 'error',
      file: 'PROJECT',
      line: 2,
      column: 9,
      length: 3,
      endColumn: 12,
      message: '"a b" is not a domain',
      hint: 'such as example.com',
    },
  ]);
  const github = await folder.kb('generate', '--format', 'github');
  expect(github.err).toBe(
    '::error file=PROJECT,line=2,endLine=2,col=9,endColumn=12,title=KB_PROJECT_FILE::"a b" is not a domain%0Asuch as example.com\n\n',
  );
  expect([json.code, github.code]).toEqual([1, 1]);
  const text = await folder.kb('generate');
  expect(text.err).toMatch(/^PROJECT:2:9 error KB_PROJECT_FILE\n[^]*\nNothing was written\.\n$/);
});

test('for GitHub, paths of files are relative to the root of the repository', async () => {
  using folder = testFolder();
  folder.write('operators/shop/types/v1/shop.ts', shop);
  const run = async (workspace: string): Promise<string> => {
    const args = ['--format', 'github', '--api', 'operators/shop/types/v1'];
    return (await folder.kbWith({ GITHUB_WORKSPACE: workspace }, 'generate', ...args)).err;
  };
  expect(await run(path.dirname(folder.path))).toContain('file=shop/operators/shop/types/v1/shop.ts,');
  expect(await run(folder.path)).toContain('file=operators/shop/types/v1/shop.ts,');
  expect(await run(path.join(folder.path, 'elsewhere'))).toContain('file=operators/shop/types/v1/shop.ts,');
});

test('reports once that a header is not a comment, and not that every file was changed', async () => {
  using folder = testFolder();
  folder.write('types/v1/shop.ts', valid);
  folder.write('header.txt', '# Ours\n');
  folder.write('bad.txt', 'Ours\n');
  expect((await folder.kb('generate', '--api', 'types/v1', '--header-file', 'header.txt')).code).toBe(0);
  const { err } = await folder.kb('generate', '--api', 'types/v1', '--header-file', 'bad.txt', '--format', 'json');
  expect(JSON.parse(err)).toMatchObject([{ code: 'KB_HEADER_FILE', file: 'bad.txt', line: 1 }]);
});

test('descriptions stay whole with a length below zero', async () => {
  using folder = testFolder();
  folder.write('types/v1/shop.ts', valid);
  const generate = (length: string): Promise<unknown> =>
    folder.kb('generate', '--api', 'types/v1', `--max-description-length=${length}`);
  expect([await generate('-1'), await generate('3')]).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(folder.read('config/crd/bases/shop.example.com_shops.yaml')).not.toContain('It has goods.');
  await generate('-1');
  expect(folder.read('config/crd/bases/shop.example.com_shops.yaml')).toContain('It has goods.');
});

test('reports that types without kinds and markers generate nothing', async () => {
  using folder = testFolder();
  folder.write('types/v1/shop.ts', 'export type Name = string;\n');
  expect(await folder.kb('generate', '--api', 'types/v1')).toMatchObject({
    code: 0,
    out: 'There is nothing to generate: no kind, and no RBAC or webhook marker.\n',
  });
});

test('keeps a role file that an earlier run may have written, and reports it once', async () => {
  using folder = testFolder();
  folder.write('PROJECT', 'version: "3"\ndomain: example.com\nprojectName: shop\nlayout: typescript.kb/v1\n');
  folder.write('packages/api/package.json', '{ "name": "@shop/api" }');
  folder.write('packages/api/src/shop/v1/shop.ts', valid);
  folder.write('packages/api/src/shop/v1/index.ts', "export type * from './shop.ts';\n");
  expect((await folder.kb('generate')).code).toBe(0);
  const renamed = ['generate', '--role-file', 'shop.yaml', '--role-name', 'shop'];
  const stays =
    'config/rbac/role.yaml stays: it is not certain that an earlier run generated it. Remove it if one did.\n';
  expect((await folder.kb(...renamed, '--dry-run')).out).toContain(stays);
  expect((await folder.kb(...renamed)).out).toBe(`create config/rbac/shop.yaml\n${stays}`);
  expect((await folder.kb(...renamed)).out).toMatch(/^\d+ generated files, all up to date\.\n$/);
});
