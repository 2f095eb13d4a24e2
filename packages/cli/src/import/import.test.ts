// "kb import" as users call it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../test-support/run-kb.ts';
import { crd, pod } from './test-support/crds.ts';

const shop = crd('Shop', ['type: object', 'properties:', '  name: {type: string, maxLength: 63}']);

test('a file: types, and from them the same definition', async () => {
  using folder = testFolder();
  folder.write('crds.yaml', shop);
  expect(await folder.kb('import', 'crds.yaml', '--into', 'types')).toEqual({
    code: 0,
    out: [
      'create types/example.com/v1/groupversion-info.ts',
      'create types/example.com/v1/index.ts',
      'create types/example.com/v1/shop.types.ts',
      'Imported 1 kind in 1 group version.\n',
    ].join('\n'),
    err: '',
  });
  expect(folder.read('types/example.com/v1/shop.types.ts')).toContain('name?: string;');
  expect(await folder.kb('generate', '--api', 'types', '--crd-dir', 'out')).toMatchObject({ code: 0, err: '' });
  const again = await folder.kb('import', 'out', '--into', 'types', '--check');
  expect(again).toEqual({ code: 0, out: '1 kind in 1 group version: 2 imported files, all up to date.\n', err: '' });
});

test('shows a changed definition, then writes it, then is up to date', async () => {
  using folder = testFolder();
  folder.write('crds.yaml', shop);
  await folder.kb('import', 'crds.yaml', '--into', 'types');
  folder.write('types/example.com/v1/mine.ts', 'export const mine = 1;\n');
  folder.edit('crds.yaml', 'maxLength: 63', 'maxLength: 64');
  const before = folder.snapshot();
  const check = await folder.kb('import', 'crds.yaml', '--into', 'types', '--check');
  expect(check).toMatchObject({ code: 1, err: expect.stringContaining('Imported files are out of date') });
  expect(check.out).toContain('MaxLength=64');
  const dryRun = await folder.kb('import', 'crds.yaml', '--into', 'types', '--dry-run');
  expect(dryRun).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('Would import 1 kind in 1 group version.'),
  });
  expect(folder.snapshot()).toEqual(before);
  expect(await folder.kb('import', 'crds.yaml', '--into', 'types')).toMatchObject({
    code: 0,
    out: 'update types/example.com/v1/shop.types.ts\nImported 1 kind in 1 group version.\n',
  });
  expect(folder.read('types/example.com/v1/mine.ts')).toBe('export const mine = 1;\n');
  const times = folder.times();
  expect((await folder.kb('import', 'crds.yaml', '--into', 'types')).code).toBe(0);
  expect(folder.times()).toEqual(times);
});

test('keeps an imported file that was edited, unless it may be replaced', async () => {
  using folder = testFolder();
  folder.write('crds.yaml', shop);
  await folder.kb('import', 'crds.yaml', '--into', 'types');
  const file = 'types/example.com/v1/shop.types.ts';
  folder.edit(file, 'name?: string;', 'name?: string; // mine');
  const before = folder.snapshot();
  expect(await folder.kb('import', 'crds.yaml', '--into', 'types')).toMatchObject({
    code: 1,
    err: expect.stringContaining(file),
  });
  expect(folder.snapshot()).toEqual(before);
  expect((await folder.kb('import', 'crds.yaml', '--into', 'types', '--overwrite')).code).toBe(0);
  expect(folder.read(file)).not.toContain('// mine');
});

test('standard input', async () => {
  using folder = testFolder();
  expect(await folder.kbReading(shop, 'import', '-', '--into', 'types')).toMatchObject({ code: 0, err: '' });
  expect(await folder.kbReading('', 'import', '-', '--into', 'types')).toMatchObject({
    code: 1,
    err: expect.stringContaining('<stdin> error KB_IMPORT_NOTHING'),
  });
});

test('as a process, with a pipe', () => {
  using folder = testFolder();
  const bin = path.join(import.meta.dirname, '../../bin/kb.js');
  const run = spawnSync(process.execPath, ['--conditions=@kb/source', bin, 'import', '-', '--into', 'types'], {
    cwd: folder.path,
    input: `${pod}---\n${shop}`,
    encoding: 'utf8',
  });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toContain('<stdin>: 1 object that is not a CustomResourceDefinition was left out.\n');
});

test('a parent folder, and an absolute path', async () => {
  using folder = testFolder();
  folder.write('crds.yaml', shop);
  const into = path.join(folder.path, 'named');
  expect((await folder.kb('import', path.join(folder.path, 'crds.yaml'), '--into', into)).code).toBe(0);
  expect(folder.read('named/example.com/v1/shop.types.ts')).toContain('interface Shop');
  expect((await folder.kb('import', 'crds.yaml', '--into', '../beside')).out).toContain(
    'create beside/example.com/v1/',
  );
});

test('versions in separate files: one after the other, the second replaces the first; both at once are merged', async () => {
  using folder = testFolder();
  folder.write('v1.yaml', shop);
  folder.write('v2.yaml', shop.replace('name: v1', 'name: v2'));
  await folder.kb('import', 'v1.yaml', '--into', 'types');
  const { code, out, err } = await folder.kb('import', 'v2.yaml', '--into', 'types', '--dry-run');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(
    'Shop of example.com: its types of version v1 are removed, since its definition has only v2. If another file has the rest of its versions, import both files at once.\n',
  );
  folder.write('v2.yaml', folder.read('v2.yaml').replace('storage: true', 'storage: false'));
  const both = await folder.kb('import', 'v1.yaml', 'v2.yaml', '--into', 'types');
  expect(both).toMatchObject({ code: 0, err: '', out: expect.stringContaining('1 kind in 2 group versions.') });
  expect(both.out).not.toContain(' go, ');
});

test('keeps what the user wrote in the file of a removed version', async () => {
  using folder = testFolder();
  folder.write('v1.yaml', shop);
  folder.write('v2.yaml', shop.replace('name: v1', 'name: v2'));
  await folder.kb('import', 'v1.yaml', '--into', 'types');
  const file = 'types/example.com/v1/shop.types.ts';
  folder.write(file, `${folder.read(file)}export type Mine = string;\n`);
  const { code, err } = await folder.kb('import', 'v2.yaml', '--into', 'types');
  expect(code).toBe(1);
  expect(err).toContain(`${file}:1:1 error KB_IMPORT_EDITED`);
  expect(folder.read(file)).toContain('Mine');
});

test('imports only some kinds, groups and versions', async () => {
  using folder = testFolder();
  const twoVersions = crd('Good').replace(
    '      served: true\n      storage: true\n',
    `$&    - name: v2
      schema: {openAPIV3Schema: {type: object}}
      served: true
      storage: false
`,
  );
  const other = crd('Other').replaceAll('example.com', 'other.com');
  folder.write('crds.yaml', [shop, twoVersions, other].join('---\n'));
  const files = (): string[] => Object.keys(folder.snapshot()).filter((file) => file.endsWith('.types.ts'));
  await folder.kb('import', 'crds.yaml', '--into', 'types', '--kind', 'Good', '--version', 'v2');
  expect(files()).toEqual(['types/example.com/v2/good.types.ts']);
  await folder.kb('import', 'crds.yaml', '--into', 'types', '--group', 'other.com', '--kind', 'Other');
  expect(files()).toEqual(['types/example.com/v2/good.types.ts', 'types/other.com/v1/other.types.ts']);
  const before = folder.snapshot();
  for (const [flags, hint] of [
    [['--kind', 'Goods'], 'Did you mean --kind Good?'],
    [['--group', 'other.org'], 'Did you mean --group other.com?'],
    [['--version', 'v9'], 'Did you mean --version v1?'],
    [['--kind', 'Certificate'], 'They have Good, Other, Shop.'],
  ] as const) {
    const run = await folder.kb('import', 'crds.yaml', '--into', 'types', ...flags);
    expect(run).toMatchObject({ code: 1, out: '', err: expect.stringContaining(hint) });
    expect(run.err).toContain('KB_NOT_IN_SOURCE');
  }
  expect(folder.snapshot()).toEqual(before);
});

test('ignores errors in definitions that are not selected', async () => {
  using folder = testFolder();
  const old = crd('Old').replace('k8s.io/v1', 'k8s.io/v1beta1');
  const other = crd('class').replaceAll('example.com', 'other.com');
  folder.write('crds.yaml', [shop, old, other].join('---\n'));
  const flags = ['import', 'crds.yaml', '--into', 'types', '--kind', 'Shop'];
  expect(await folder.kb(...flags)).toMatchObject({ code: 0, err: '' });
  expect(await folder.kb(...flags, '--check')).toMatchObject({ code: 0, err: '' });
  const ofGroup = await folder.kb('import', 'crds.yaml', '--into', 'types', '--group', 'example.com', '--check');
  expect(ofGroup).toMatchObject({ code: 1, err: expect.stringContaining('document 2: ') });
  expect(ofGroup.err).not.toContain('document 3');
  // It exists, so the error says why it cannot be imported.
  const asked = await folder.kb('import', 'crds.yaml', '--into', 'types', '--kind', 'Old', '--version', 'v1');
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('KB_DEFINITION_VERSION') });
  expect(asked.err).not.toContain('KB_NOT_IN_SOURCE');
});

test.each([[[]], [['--dry-run']]])('a definition that the API server refuses: %j', async (flags) => {
  using folder = testFolder();
  const bad = crd('Bad', ['type: object', 'properties: {name: {type: string, pattern: "("}}']);
  folder.write('crds.yaml', `${shop}---\n${bad}`);
  const { code, err } = await folder.kb('import', 'crds.yaml', '--into', 'types', ...flags);
  expect(code).toBe(0);
  expect(err).toMatch(
    /^crds\.yaml:52:58 warning KB_DEFINITION_REFUSED\n {2}the API server refuses the definition bads\./,
  );
  expect(err).toContain('properties[spec].properties[name].pattern: "("');
  expect(err.match(/^\S+ (?:warning|error) /gm)).toHaveLength(1);
  expect(err).not.toContain('.types.ts');
});

test.each([
  [['import', 'crds.yaml'], 2, 'missing --into'],
  [['import', '--into', 'types'], 2, '"kb import" needs a source: a file, a folder, a URL'],
  [['import', 'crds.yaml', '--into', 'types', '--format', 'xml'], 2, '--format is one of text, json, github'],
  [['import', 'crds.yaml', '--into', ''], 2, '--into is empty, and needs a folder'],
  [['import', '', '--into', 'types'], 1, '"" error KB_IMPORT_SOURCE\n  the name is empty'],
  [['import', 'crds.yaml', '--into', 'crds.yaml'], 1, 'crds.yaml is not a folder'],
  [
    ['import', 'crds.yaml', '--into', 'crds.yaml/types'],
    1,
    'crds.yaml/types/example.com/v1/groupversion-info.ts cannot be written: a file is where a folder has to be (ENOTDIR); nothing was written\n  remove',
  ],
  [
    ['import', 'none.yaml', '--into', 'types'],
    1,
    'none.yaml error KB_IMPORT_SOURCE\n  there is no such file or folder',
  ],
  [['import', 'example.com/crds.yaml', '--into', 'types'], 1, 'a URL begins with https://'],
  [['import', 'empty', '--into', 'types'], 1, 'empty error KB_IMPORT_NOTHING'],
  [
    ['import', 'cluster', '--into', 'types', '--kubeconfig', 'none'],
    1,
    'cluster error KB_IMPORT_SOURCE\n  there is no kubeconfig at',
  ],
])('%j writes nothing', async (args, code, text) => {
  using folder = testFolder();
  folder.write('crds.yaml', shop);
  folder.write('empty/note.yaml', 'a: 1\n');
  const before = folder.snapshot();
  const run = await folder.kb(...args);
  expect(run.err).toContain(text);
  expect(run.code).toBe(code);
  expect(run.err).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect(folder.snapshot()).toEqual(before);
});

test('reports what cannot be read, writes the rest, and exits with 1', async () => {
  using folder = testFolder();
  folder.write('crds/good.yaml', shop);
  folder.write('crds/old.yaml', crd('Old').replace('k8s.io/v1', 'k8s.io/v1beta1'));
  folder.write('crds/cut.yaml', crd('Cut').slice(0, 300));
  folder.write('crds/open.yaml', `${crd('Open')}status: "`);
  folder.write('crds/cut.json', JSON.stringify({ kind: 'CustomResourceDefinition' }).slice(0, -1));
  folder.write('crds/pod.yaml', pod);
  folder.write('crds/helm.yaml', crd('Helm').replace('group: example.com', 'group: {{ .Values.group }}'));
  const run = await folder.kb('import', 'crds', 'none.yaml', '--into', 'types');
  expect(run.code).toBe(1);
  expect(run.out).toContain('create types/example.com/v1/shop.types.ts\n');
  expect(run.out).toContain('Imported 1 kind in 1 group version, without what the errors are about.\n');
  for (const [file, code] of [
    ['crds/cut.json:1:34', 'KB_IMPORT_SYNTAX'],
    ['crds/cut.yaml:14:7', 'KB_DEFINITION_INVALID'],
    ['crds/helm.yaml:6:10', 'KB_IMPORT_TEMPLATE'],
    ['crds/old.yaml:1:13', 'KB_DEFINITION_VERSION'],
    ['crds/open.yaml:26:9', 'KB_IMPORT_SYNTAX'],
    ['none.yaml', 'KB_IMPORT_SOURCE'],
  ])
    expect(run.err).toContain(`${file} error ${code}\n`);
  expect(run.err).not.toContain('crds/pod.yaml');
});

test('prints problems as JSON and for GitHub', async () => {
  using folder = testFolder();
  folder.write('shop/crds.yaml', crd('Shop').replace('kind: Shop\n', 'kind: ../Shop\n'));
  const flags = ['import', 'shop/crds.yaml', '--into', 'types', '--format'];
  const json = await folder.kb(...flags, 'json');
  expect(JSON.parse(json.err)).toMatchObject([
    { code: 'KB_INVALID_NAME', severity: 'error', file: 'shop/crds.yaml', line: 8, column: 11, length: 7 },
  ]);
  const github = await folder.kbWith({ GITHUB_WORKSPACE: folder.path }, ...flags, 'github');
  expect(github.err).toContain(
    '::error file=shop/crds.yaml,line=8,endLine=8,col=11,endColumn=18,title=KB_INVALID_NAME::',
  );
  expect([json.code, github.code]).toEqual([1, 1]);
});

test('help lists the sources', async () => {
  using folder = testFolder();
  const { out, code } = await folder.kb('import', '--help');
  expect(code).toBe(0);
  expect(out).toContain('kb import SOURCE…: a file, a folder, a URL, - for standard input, or cluster');
  expect(out).toContain('--into FOLDER');
});

test('a bare folder of one group version, of one group, or of all groups', async () => {
  using folder = testFolder();
  const other = crd('Other').replaceAll('example.com', 'other.com');
  folder.write('crds.yaml', `${shop}---\n${other}`);
  await folder.kb('import', 'crds.yaml', '--into', 'types');
  for (const [api, files] of [
    ['types', ['example.com_shops.yaml', 'other.com_others.yaml']],
    ['types/example.com', ['example.com_shops.yaml']],
    ['types/example.com/v1', ['example.com_shops.yaml']],
  ] as const) {
    const run = await folder.kb('generate', '--api', api, '--crd-dir', `out/${api}`);
    expect(run).toMatchObject({ code: 0, err: '' });
    const written = Object.keys(folder.snapshot()).filter(
      (file) => file.startsWith(`out/${api}/`) && path.dirname(file) === `out/${api}`,
    );
    expect(written).toEqual(files.map((file) => `out/${api}/${file}`));
    expect(await folder.kb('generate', '--api', api, '--crd-dir', `out/${api}`, '--check')).toMatchObject({ code: 0 });
  }
});
