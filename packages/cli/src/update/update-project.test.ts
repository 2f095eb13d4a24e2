import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseProjectFile } from '@kb/codegen';
import { describe, expect, test } from 'vitest';
import { kbVersion } from '../kb-version.ts';
import { renderScaffold } from '../scaffold/frozen/render-scaffold.ts';
import { RECORD_FILE } from '../scaffold/write/scaffold-record.ts';
import { type KbRun, type TestFolder, testFolder } from '../test-support/run-kb.ts';

const recorded = fileURLToPath(new URL('../../testdata/scaffolds', import.meta.url));
const scaffolds = globSync('*/*.json', { cwd: recorded }).toSorted();

function projectOf(name: string): TestFolder {
  const { files } = JSON.parse(readFileSync(path.join(recorded, name), 'utf8')) as { files: Record<string, string> };
  const folder = testFolder();
  for (const [file, content] of Object.entries(files)) folder.write(file, content);
  return folder;
}

async function succeed(folder: TestFolder, ...args: string[]): Promise<KbRun> {
  const run = await folder.kb(...args);
  expect(run).toMatchObject({ code: 0, err: '' });
  return run;
}

const DEFAULT = 'config/default/kustomization.yaml';

describe.each(scaffolds)('a project of %s', (name) => {
  test('becomes what this version scaffolds, and a second update changes nothing', async () => {
    using folder = projectOf(name);
    await succeed(folder, 'update');
    const after = folder.snapshot();
    const { project } = parseProjectFile(after['PROJECT'] ?? '');
    if (project === undefined) throw new Error('PROJECT cannot be read');
    const rendered = renderScaffold(project, { kbVersion: kbVersion() });
    expect(after).toMatchObject(rendered);
    await succeed(folder, 'generate', '--check');
    const times = folder.times();
    expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
    expect(folder.times()).toEqual(times);
  });

  test.each(['start', 'end'])('keeps every line that its author added, at the %s of files', async (place) => {
    using folder = projectOf(name);
    const mine = Object.keys(folder.snapshot()).filter(
      (file) => !/\.json$|^packages\/client|bases|role\.yaml$/.test(file),
    );
    for (const file of mine) {
      const comment = file.endsWith('.ts') ? '// Mine.' : file.endsWith('.md') ? 'Mine.' : '# Mine.';
      const text = folder.read(file);
      folder.write(file, place === 'start' ? `${comment}\n${text}` : `${text}${comment}\n`);
    }
    // What both sides wrote into one place is marked.
    expect(await folder.kb('update')).toMatchObject({ err: '' });
    for (const file of mine) expect([file, folder.read(file)]).toEqual([file, expect.stringMatching(/Mine\.\n/)]);
    const manifest = JSON.parse(folder.read('package.json')) as { devDependencies: Record<string, string> };
    expect(manifest.devDependencies).toHaveProperty(['@kb/cli']);
  });

  test('of one namespace becomes the same, whether it was that before or is made so later', async () => {
    using before = projectOf(name);
    using later = projectOf(name);
    await succeed(before, 'edit', '--namespaced');
    await succeed(before, 'update');
    await succeed(later, 'update');
    await succeed(later, 'edit', '--namespaced');
    expect(before.snapshot()).toEqual(later.snapshot());
    expect(before.read('packages/controller/src/main.ts')).toContain('namespaced: true');
    await succeed(before, 'generate', '--check');
    expect((await succeed(before, 'update')).out).toContain('Nothing to change.');
  });

  test('--dry-run prints the same, and writes nothing', async () => {
    using folder = projectOf(name);
    const before = folder.snapshot();
    const { out } = await succeed(folder, 'update', '--dry-run');
    expect(out).toContain('update package.json\n');
    expect(out).toContain('Nothing was written (--dry-run).');
    expect(folder.snapshot()).toEqual(before);
  });
});

test('sources keep their headers, and new ones get that of the project', async () => {
  using folder = projectOf('0.1.0/several-kinds.json');
  await succeed(folder, 'edit', '--license', 'copyright');
  const isSource = (file: string): boolean => file.endsWith('.ts');
  const old = '/*\nCopyright 2019.\n*/\n\n';
  const before = Object.entries(folder.snapshot()).filter(([file]) => isSource(file) && !/client/.test(file));
  for (const [file, text] of before) folder.write(file, old + text);
  await succeed(folder, 'update');
  const after = folder.snapshot();
  for (const [file] of before) expect(after[file]).toMatch(/^\/\*\nCopyright 2019\.\n\*\/\n\n(?!\/\*)/);
  for (const file of Object.keys(after).filter(isSource)) expect(after[file]).toMatch(/^\/\*\nCopyright \d{4}\.\n/);
  const { project } = parseProjectFile(after['PROJECT'] ?? '');
  if (project === undefined) throw new Error('PROJECT cannot be read');
  const { PROJECT: _project, ...rendered } = renderScaffold(project, { kbVersion: kbVersion() });
  const header = /^\/\*\nCopyright \d{4}\.\n\*\/\n\n/;
  for (const [file, text] of Object.entries(rendered))
    expect(after[path.normalize(file)]?.replace(header, '')).toBe(text);
  expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
});

test('a conflict under a header is where the message says', async () => {
  using folder = projectOf('0.1.0/several-kinds.json');
  const file = 'packages/controller/src/story.ts';
  folder.write(file, `/*\nCopyright 2019.\n*/\n\n${folder.read(file).replaceAll(/^(?!import)(.+)$/gm, '$1 // Mine.')}`);
  const { out } = await folder.kb('update');
  const [, line = ''] = new RegExp(`^conflict ${file} \\(at line (\\d+)`, 'm').exec(out) ?? [];
  expect(folder.read(file).split('\n')[Number(line) - 1]).toBe('<<<<<<< yours');
  expect(folder.read(file)).toMatch(/^\/\*\nCopyright 2019\.\n\*\/\n\n/);
});

test('changes that do not fit are marked, and resolved ones stay', async () => {
  using folder = projectOf('0.1.0/several-kinds.json');
  folder.edit(DEFAULT, '#- ../network-policy', '- ../network-policy');
  const run = await folder.kb('update');
  expect(run).toMatchObject({ code: 1, err: '' });
  expect(run.out).toContain(`conflict ${DEFAULT} (at line 9)\n`);
  expect(run.out).toContain(`Next: resolve the conflicts (${DEFAULT}:9), then npm install`);
  expect(folder.read(DEFAULT)).toMatch(
    /<<<<<<< yours\n[^]*\n- \.\.\/network-policy\n=======\n[^]*components: \[\]\n>>>>>>> kb \d/,
  );
  // The other files have their new text, and the update is not repeated.
  expect(folder.read('package.json')).toContain('"@kb/cli"');
  folder.write(DEFAULT, folder.read(DEFAULT).replace(/<<<<<<<[^]*?=======\n([^]*?)>>>>>>>.*\n/, '$1'));
  const resolved = folder.snapshot();
  expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
  expect(folder.snapshot()).toEqual(resolved);
  await succeed(folder, 'generate');
});

test('parts that were switched on stay on, and removed files stay removed', async () => {
  using folder = projectOf('0.1.0/one-kind.json');
  await succeed(folder, 'edit', '--with', 'metrics-certificate,prometheus');
  folder.remove('renovate.json');
  const { out } = await succeed(folder, 'update');
  expect(out).toContain('leave out renovate.json (you removed it)\n');
  const text = folder.read(DEFAULT);
  expect(text.match(/^components:/gm)).toHaveLength(1);
  expect(text).toMatch(
    /components:\n- \.\.\/webhook\n- \.\.\/certmanager\n- \.\.\/prometheus\n- \.\.\/metrics-certificate\n/,
  );
  expect(Object.keys(folder.snapshot())).not.toContain('renovate.json');
});

test('what --restore-path names stays as it is, and a later update changes it', async () => {
  using folder = projectOf('0.1.0/several-kinds.json');
  const before = folder.snapshot();
  const { out } = await succeed(folder, 'update', '--restore-path', './package.json, config/default/');
  expect(out).toContain('leave package.json as it is (--restore-path)\n');
  expect(out).toContain(`leave ${DEFAULT} as it is (--restore-path)\n`);
  expect(out).not.toMatch(/update package\.json|create config\/default\//);
  const after = folder.snapshot();
  expect(after['package.json']).toBe(before['package.json']);
  expect(after[DEFAULT]).toBe(before[DEFAULT]);
  await succeed(folder, 'update');
  using updated = projectOf('0.1.0/several-kinds.json');
  await succeed(updated, 'update');
  expect(folder.snapshot()).toEqual(updated.snapshot());
});

test('a file of the author in the place of a new one stays', async () => {
  using folder = projectOf('0.1.0/one-kind.json');
  const before = folder.snapshot();
  folder.write('config/prometheus/monitor.yaml', '# Mine.\n');
  const { out } = await succeed(folder, 'update');
  expect(out).toContain('keep config/prometheus/monitor.yaml (a file of yours is in this place)\n');
  expect(folder.read('config/prometheus/monitor.yaml')).toBe('# Mine.\n');
  expect(Object.keys(folder.snapshot())).toEqual(expect.arrayContaining(Object.keys(before)));
});

test('comments and unknown keys of PROJECT stay', async () => {
  using folder = projectOf('0.1.0/one-kind.json');
  folder.write('PROJECT', `# Mine.\n${folder.read('PROJECT').replace(/cliVersion: .*\n/, '')}later: {a: 1}\n`);
  expect(await folder.kb('update')).toMatchObject({ code: 1, err: expect.stringContaining('KB_SCAFFOLD_UNKNOWN') });
  await succeed(folder, 'update', '--from-version', '0.1.0');
  const text = folder.read('PROJECT');
  expect(text).toMatch(/^# Mine\.\n/);
  expect(text).toContain('later: {a: 1}\n');
  expect(text).toContain(`cliVersion: ${kbVersion()}\n`);
});

test('a new project with kinds, webhooks and parts has nothing to update', async () => {
  using folder = testFolder();
  await succeed(folder, 'init', '--domain', 'example.com');
  for (const version of ['v1', 'v2'])
    await succeed(folder, 'create', 'api', '--group', 'crew', '--kind', 'Captain', '--version', version);
  await succeed(folder, 'create', 'webhook', '--kind', 'Captain', '--version', 'v2', '--conversion', '--defaulting');
  await succeed(folder, 'create', 'webhook', '--group', 'core', '--kind', 'Pod', '--programmatic-validation');
  await succeed(folder, 'edit', '--with', 'metrics-certificate');
  const before = folder.snapshot();
  expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
  expect(folder.snapshot()).toEqual(before);
  // Without the record, the frozen scaffold decides: what differs from it is like the new one.
  folder.remove(RECORD_FILE);
  const { out } = await succeed(folder, 'update');
  expect(out).not.toMatch(/^(?:conflict|merge|update|keep) (?!PROJECT)/m);
  expect(folder.snapshot()).toEqual(before);
});

test.each([
  [['--from-version', '0.0.1'], 1, 'KB_SCAFFOLD_UNKNOWN: this kb does not know what kb 0.0.1 scaffolded'],
  [['--from-version', '99.0.0'], 1, 'KB_SCAFFOLD_UNKNOWN: kb 99.0.0, which is newer'],
  [['--from-version', 'latest'], 2, 'KB_WRONG_FLAGS: "latest" is not a version of kb'],
])('%j is refused', async (flags, code, said) => {
  using folder = projectOf('0.1.0/empty.json');
  const before = folder.snapshot();
  expect(await folder.kb('update', ...flags)).toMatchObject({ code, err: expect.stringContaining(said) });
  expect(folder.snapshot()).toEqual(before);
});

test('files with changes that are not committed are changed with --yes only', async () => {
  using folder = projectOf('0.1.0/one-kind.json');
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder.path });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'start');
  folder.write('README.md', `${folder.read('README.md')}Mine.\n`);
  const { code, err } = await folder.kb('update');
  expect([code, err]).toEqual([1, expect.stringContaining('not committed: README.md\n')]);
  expect(err).toContain('add --yes');
  expect(await folder.kb('update', '--yes')).toMatchObject({ err: '' });
  expect(folder.read('README.md')).toContain('Mine.\n');
});
