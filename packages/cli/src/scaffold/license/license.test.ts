// The header of the sources of a project: `kb init` and `kb edit` with --license, --owner and --license-file.
import path from 'node:path';
import { expect, test } from 'vitest';
import { type KbRun, type TestFolder, testFolder } from '../../test-support/run-kb.ts';

const HEADER = 'hack/boilerplate.ts.txt';
const SOURCES = 'packages/controller/src';
const init = ['init', '--domain', 'example.com'];
const commands = [
  ['create', 'api', '--group', 'crew', '--kind', 'Captain', '--version', 'v1'],
  ['create', 'api', '--group', 'crew', '--kind', 'Captain', '--version', 'v2'],
  ['create', 'api', '--group', 'crew', '--kind', 'Cook', '--image', 'cook:1'],
  ['create', 'api', '--group', 'apps', '--kind', 'Deployment', '--resource=false'],
  ['create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--defaulting', '--conversion', '--spoke', 'v2'],
];

async function succeed(folder: TestFolder, ...words: readonly string[]): Promise<KbRun> {
  const run = await folder.kb(...words);
  expect(run).toMatchObject({ code: 0, err: '' });
  return run;
}

async function project(...flags: readonly string[]): Promise<TestFolder> {
  const folder = testFolder();
  await succeed(folder, ...init, ...flags);
  for (const words of commands) await succeed(folder, ...words);
  return folder;
}

/** The sources of a project, and those of them without a text at their start. */
function sourcesWithout(folder: TestFolder, start: RegExp): { readonly all: string[]; readonly without: string[] } {
  const files = Object.entries(folder.snapshot()).filter(([file]) => file.endsWith('.ts'));
  return { all: files.map(([file]) => file), without: files.flatMap(([file, text]) => (start.test(text) ? [] : file)) };
}

const withoutHeaders = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([file]) => file !== path.normalize(HEADER))
      .map(([file, text]) => [
        file,
        file === 'PROJECT'
          ? text.replace(/^generate:\n(?: {2}.*\n)+/m, '')
          : text.replace(/^\/\*\nCopyright [^]*?\*\/\n\n?/, ''),
      ]),
  );

test('every source of every command has it, and nothing else changes', async () => {
  using folder = await project('--license', 'apache2', '--owner', 'The Crew');
  using bare = await project();
  const { all, without } = sourcesWithout(folder, /^\/\*\nCopyright \d{4} The Crew\.\n\nLicensed under the Apache/);
  expect([all.length > 30, without]).toEqual([true, []]);
  expect(withoutHeaders(folder.snapshot())).toEqual(bare.snapshot());
  expect(folder.read(HEADER)).toContain('Copyright YEAR The Crew.');
  expect(folder.read('PROJECT')).toMatch(
    /generate:\n {2}sourceHeaderFile: hack\/boilerplate\.ts\.txt\n {2}year: "\d{4}"/,
  );
});

test('later commands know the scaffold under it', async () => {
  using folder = await project('--license', 'copyright');
  const before = folder.snapshot();
  await succeed(folder, 'generate', '--check');
  expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
  for (const words of [[...init, '--license', 'copyright'], init, ...commands])
    expect((await succeed(folder, ...words)).out).toContain('Nothing to change.');
  for (const words of [commands[2] ?? [], commands[4] ?? []]) await succeed(folder, ...words, '--force');
  expect(folder.snapshot()).toEqual(before);
  await succeed(folder, 'edit', '--namespaced');
  await succeed(folder, 'edit', '--namespaced=false');
  expect(folder.snapshot()).toEqual(before);
  await succeed(folder, 'delete', 'webhook', '--kind', 'Captain');
  await succeed(folder, 'delete', 'api', '--kind', 'Captain', '--version', 'v2');
  await succeed(folder, 'delete', 'api', '--kind', 'Captain', '--version', 'v1');
  await succeed(folder, 'delete', 'api', '--kind', 'Cook');
  const { without } = sourcesWithout(folder, /^\/\*\nCopyright \d{4}\.\n\*\/\n/);
  expect(without).toEqual([]);
});

test('kb edit changes it for new and generated sources; others keep theirs', async () => {
  using folder = await project('--license', 'apache2', '--owner', 'The Crew');
  const controller = `${SOURCES}/captain.controller.ts`;
  const before = folder.read(controller);
  expect((await succeed(folder, 'edit', '--license', 'copyright')).out).toContain('Sources that are there keep');
  expect(folder.read(HEADER)).toBe('/*\nCopyright YEAR The Crew.\n*/\n');
  await succeed(folder, 'edit', '--owner', 'Others');
  await succeed(folder, 'create', 'api', '--group', 'crew', '--kind', 'Mate');
  expect(folder.read(controller)).toBe(before);
  const other = /^\/\*\nCopyright \d{4} Others\.\n\*\/\n/;
  for (const file of [`${SOURCES}/mate.controller.ts`, 'packages/client/src/crew/v1/captain.ts'])
    expect(folder.read(file)).toMatch(other);
  expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
  const state = folder.snapshot();
  await succeed(folder, 'edit', '--owner', 'Others', '--license', 'copyright');
  expect(folder.snapshot()).toEqual(state);
});

test('kb edit --license none takes it out of PROJECT and of generated sources', async () => {
  using folder = await project();
  const before = folder.snapshot();
  await succeed(folder, 'edit', '--license', 'apache2');
  expect(folder.read('packages/client/src/crew/v1/captain.ts')).toContain('Licensed under the Apache License');
  await succeed(folder, 'edit', '--license', 'none');
  expect(folder.snapshot()).toEqual(before);
});

test('a header in other words is replaced with --yes only', async () => {
  using folder = testFolder();
  folder.write('mine.txt', '\uFEFF// Since YEAR, confidential.\r\n// Ask the crew.\r\n\r\n');
  await succeed(folder, ...init, '--license-file', 'mine.txt', '--license', 'none');
  expect(folder.read(HEADER)).toBe('// Since YEAR, confidential.\n// Ask the crew.\n');
  await succeed(folder, ...(commands[0] ?? []));
  expect(folder.read(`${SOURCES}/captain.controller.ts`)).toMatch(
    /^\/\/ Since \d{4}, confidential\.\n\/\/ Ask the crew\.\n\nimport /,
  );
  expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
  const before = folder.snapshot();
  for (const license of ['apache2', 'none']) {
    const { err } = await folder.kb('edit', '--license', license);
    expect(err).toContain('KB_NEEDS_YES');
    expect(err).toContain('-// Ask the crew.');
  }
  expect((await folder.kb('edit', '--owner', 'Others')).err).toContain('Give --license too');
  expect(folder.snapshot()).toEqual(before);
  await succeed(folder, 'edit', '--license', 'none', '--yes');
  expect(Object.keys(folder.snapshot())).not.toContain(path.normalize(HEADER));
});

test('PROJECT with comments keeps them, and settings of its own', async () => {
  using folder = await project();
  folder.write(
    'PROJECT',
    `# Mine.\n${folder.read('PROJECT').replace('layout:', 'generate:\n  strict: true # why\nlayout:')}`,
  );
  await succeed(folder, 'edit', '--license', 'copyright', '--multigroup');
  expect(folder.read('PROJECT')).toMatch(
    /^# Mine\.\n[^]*generate:\n {2}strict: true # why\n {2}sourceHeaderFile: hack/,
  );
  expect(folder.read('PROJECT')).toMatch(/^multigroup: true$/m);
  await succeed(folder, 'edit', '--license', 'none', '--multigroup=false');
  expect(folder.read('PROJECT')).not.toMatch(/sourceHeaderFile|year|multigroup/);
  expect(folder.read('PROJECT')).toContain('strict: true # why');
});

test("types of another project keep that project's words", async () => {
  using own = await project();
  using folder = await project('--license', 'apache2');
  const crd = own
    .read('config/crd/bases/crew.example.com_cooks.yaml')
    .replaceAll('crew.example.com', 'sea.example.org');
  folder.write('cooks.yaml', crd);
  const create = ['create', 'api', '--external-api', 'cooks.yaml', '--kind', 'Cook', '--controller'];
  await succeed(folder, ...create);
  // The project's own kind has the other name.
  expect(folder.read(`${SOURCES}/sea-cook.controller.ts`)).toContain("from '@shop/client/sea.example.org/v1alpha1'");
  const { without } = sourcesWithout(folder, /^\/\*\nCopyright/);
  expect(without.length).toBeGreaterThan(0);
  for (const file of without)
    expect(path.dirname(file)).toBe(path.normalize('packages/api/src/sea.example.org/v1alpha1'));
  const after = folder.snapshot();
  await succeed(folder, ...create);
  expect(folder.snapshot()).toEqual(after);
});

test.each([
  [['--license', 'mit'], 'KB_WRONG_FLAGS: --license: kb has no header of "mit"', 'apache2, copyright, none'],
  [['--owner', 'a */ b'], 'KB_WRONG_FLAGS: --owner: "a */ b"', 'without */'],
  [['--owner', 'a\nb'], 'KB_WRONG_FLAGS: --owner: "a\\nb"', 'one line'],
  [['--owner', ''], 'KB_WRONG_FLAGS: --owner', 'The Crew'],
  [['--license-file', 'nowhere.txt'], 'KB_NO_FILE: --license-file needs', 'there is none'],
  [['--license-file', '.'], 'KB_NO_FILE: --license-file needs', 'it is a folder'],
  [['--license-file', 'code.txt'], 'KB_WRONG_FLAGS: --license-file: code.txt has more than a comment', 'ends with */'],
  [['--license-file', 'two.txt'], 'KB_WRONG_FLAGS: --license-file: two.txt has more than a comment', 'begins with /*'],
])('%j is refused, and nothing is written', async (flags, said, wayOut) => {
  using folder = testFolder();
  folder.write('code.txt', 'const a = 1;\n');
  folder.write('two.txt', '/* a */ rm(); /* b */\n');
  const before = folder.snapshot();
  const { code, out, err } = await folder.kb(...init, ...flags);
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(said)]);
  expect(err).toContain(wayOut);
  expect(folder.snapshot()).toEqual(before);
});

test.each([
  [
    ['--license', 'apache2'],
    '--license apache2: the project has no header of sources; "kb edit --license apache2" changes it',
  ],
  [['--multigroup'], 'the project has multigroup false; "kb edit --multigroup" changes it'],
])('a second init with %j says the difference', async (flags, said) => {
  using folder = testFolder();
  await succeed(folder, ...init);
  const before = folder.snapshot();
  expect(await folder.kb(...init, ...flags)).toMatchObject({ code: 1, err: expect.stringContaining(said) });
  expect(folder.snapshot()).toEqual(before);
});
