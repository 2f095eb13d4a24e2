// Mistakes of users give a clear error and an exit code, never a stack trace, and change no file.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type TestFolder, testFolder } from './test-support/run-kb.ts';

const types = 'packages/api/src/batch/v1alpha1/appservice.types.ts';

/** Creates a project with one kind. */
async function project(): Promise<TestFolder> {
  const folder = testFolder();
  await folder.kb('init', '--domain', 'example.com', '--repo', 'example.com/api');
  const { code, err } = await folder.kb('create', 'api', '--group', 'batch', '--kind', 'AppService');
  if (code !== 0) throw new Error(err);
  return folder;
}

async function expectRefusal(
  folder: TestFolder,
  args: readonly string[],
  code: number,
  ...texts: string[]
): Promise<void> {
  const before = folder.snapshot();
  const times = folder.times();
  const run = await folder.kb(...args);
  for (const text of texts) expect(run.err).toContain(text);
  expect(run.err).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect(run.code).toBe(code);
  expect(folder.snapshot()).toEqual(before);
  expect(folder.times()).toEqual(times);
}

test.each([
  [
    'a misspelt marker',
    'validation:MinLength',
    'validation:MinLenght',
    ['+kubebuilder:validation:MinLenght', 'did you mean +kubebuilder:validation:MinLength', `${types}:8:6`],
  ],
  ['a plain number', 'foo?: string', 'foo?: number', ['plain number', 'int32', types]],
  ['a type that has no schema', 'foo?: string', 'foo?: Map<string, string>', ['Map', 'Record', types]],
  ['a wrapper type', 'foo?: string', 'foo?: Number', ['Number', 'int32', types]],
  ['a kind without its marker', '// +kubebuilder:object:root=true\n', '', ['+kubebuilder:object:root=true', types]],
])('generate: %s', async (_name, from, to, texts) => {
  using folder = await project();
  folder.edit(types, from, to);
  await expectRefusal(folder, ['generate'], 1, 'Nothing was written.', ...texts);
  await expectRefusal(folder, ['generate', '--check'], 1, ...texts);
});

test.each(['PROJECT', 'Makefile', 'package.json', 'packages/controller/src/main.ts'])(
  'init over an existing %s',
  async (file) => {
    using folder = testFolder();
    folder.write(file, 'mine\n');
    await expectRefusal(folder, ['init', '--domain', 'example.com'], 1, file);
  },
);

test('init keeps a README and a licence', async () => {
  using folder = testFolder();
  folder.write('README.md', 'mine\n');
  folder.write('LICENSE', 'mine too\n');
  folder.write('.git/HEAD', 'ref: refs/heads/main\n');
  expect((await folder.kb('init', '--domain', 'example.com')).code).toBe(0);
  expect([folder.read('README.md'), folder.read('LICENSE')]).toEqual(['mine\n', 'mine too\n']);
});

test.each([
  [['init', '--domain', 'Example..com'], 'KB_INVALID_DOMAIN'],
  [['init', '--project-name', 'Shop!'], 'KB_INVALID_PROJECT_NAME'],
  [['create', 'api', '--kind', 'AppService'], 'KB_PROJECT_NOT_FOUND'],
  [['generate'], 'KB_PROJECT_NOT_FOUND'],
  [['dev', '--once'], 'KB_PROJECT_NOT_FOUND'],
])('%j in an empty folder', async (args, code) => {
  using folder = testFolder();
  await expectRefusal(folder, args, 1, code);
});

test.each([
  [['--kind', 'appService'], 'KB_INVALID_KIND'],
  [['--kind', 'My-Kind'], 'KB_INVALID_KIND'],
  [['--kind', 'Other', '--group', 'Batch'], 'KB_INVALID_GROUP'],
  [['--kind', 'Other', '--group', '../../etc'], 'KB_INVALID_GROUP'],
  [['--kind', 'Other', '--version', 'one'], 'KB_INVALID_VERSION'],
  [['--kind', 'Other', '--plural', 'Others'], 'KB_INVALID_PLURAL'],
  [['--kind', 'AppService', '--no-controller'], 'KB_API_EXISTS'],
])('create api %j', async (flags, code) => {
  using folder = await project();
  await expectRefusal(folder, ['create', 'api', ...flags], 1, code);
});

test('create api without a kind', async () => {
  using folder = await project();
  await expectRefusal(folder, ['create', 'api'], 2, 'KB_WRONG_FLAGS: missing --kind');
});

test("reports a user's file in the place of a list of PROJECT's kinds", async () => {
  using folder = await project();
  const file = 'packages/controller/src/controllers.ts';
  folder.write(file, 'export const mine = true;\n');
  const said = `${file}: it exports no list controllers; add`;
  await expectRefusal(folder, ['create', 'api', '--kind', 'Queue'], 1, 'KB_LIST_BY_HAND', said);
});

test('an invalid project file', async () => {
  using folder = await project();
  folder.write('PROJECT', 'version: "3"\ndomain: [');
  await expectRefusal(folder, ['generate'], 1, 'PROJECT:2:10 error KB_PROJECT_FILE', 'Nothing was written.');
  await expectRefusal(folder, ['create', 'api', '--kind', 'Other'], 1, 'KB_PROJECT_INVALID', 'PROJECT');
});

test('generate --check reports what is out of date, and does not change it', async () => {
  using folder = await project();
  folder.edit(types, 'An example of a field', 'Another example of a field');
  const before = folder.snapshot();
  const check = await folder.kb('generate', '--check');
  expect(check).toMatchObject({ code: 1, out: expect.stringContaining('Another example of a field') });
  expect(folder.snapshot()).toEqual(before);
  expect((await folder.kb('generate')).code).toBe(0);
  expect(await folder.kb('generate', '--check')).toMatchObject({ code: 0, err: '' });
});

test('--dry-run writes nothing', async () => {
  using folder = await project();
  const before = folder.snapshot();
  expect((await folder.kb('create', 'api', '--kind', 'Queue', '--dry-run')).out).toContain('queue.types.ts');
  folder.edit(types, 'An example of a field', 'Another example of a field');
  expect((await folder.kb('generate', '--dry-run')).code).toBe(0);
  expect(folder.read('config/crd/bases/batch.example.com_appservices.yaml')).toBe(
    before['config/crd/bases/batch.example.com_appservices.yaml'],
  );
});

test('without --group: takes the only group; lists several in an error', async () => {
  using folder = await project();
  expect((await folder.kb('create', 'api', '--kind', 'Queue')).out).toContain('batch/v1alpha1/queue.types.ts');
  expect((await folder.kb('create', 'api', '--kind', 'Shop', '--group', 'shops')).code).toBe(0);
  await expectRefusal(folder, ['create', 'api', '--kind', 'Other'], 1, 'KB_GROUP_AMBIGUOUS', 'batch, shops');
});

test('without --group in a project without groups: takes the bare domain', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  expect((await folder.kb('create', 'api', '--kind', 'AppService')).code).toBe(0);
  expect(folder.read('config/crd/bases/example.com_appservices.yaml')).toContain('group: example.com\n');
});

test.each([
  [
    'a folder where a manifest goes',
    (folder: TestFolder) => folder.write('config/rbac/role.yaml/mine', 'x'),
    'KB_FILE_IN_THE_WAY',
  ],
  [
    'a role that the user wrote',
    (folder: TestFolder) => folder.write('config/rbac/role.yaml', '# mine\nkind: Role\n'),
    'KB_FILE_IN_THE_WAY',
  ],
  ['a file where a folder goes', (folder: TestFolder) => folder.write('config/crd/bases', 'x'), 'KB_SYSTEM'],
])('generate over %s', async (_name, prepare, text) => {
  using folder = await project();
  rmSync(path.join(folder.path, 'config/rbac/role.yaml'), { force: true });
  rmSync(path.join(folder.path, 'config/crd/bases'), { recursive: true, force: true });
  prepare(folder);
  await expectRefusal(folder, ['generate'], 1, text);
});
