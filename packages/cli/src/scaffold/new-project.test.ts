// What the commands scaffold, as a whole: formatted, and complete in its dependencies.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { check, getFileInfo, resolveConfig } from 'prettier';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

let folder: TestFolder;

async function run(command: string): Promise<void> {
  const { code, err } = await folder.kb(...command.split(' '));
  if (code !== 0) throw new Error(`kb ${command} ended with ${code}: ${err}`);
}

beforeAll(async () => {
  folder = testFolder();
  for (const command of [
    'init --domain example.com',
    'create api --group crew --version v1 --kind Captain',
    'create api --group crew --version v2 --kind Captain',
    'create api --group crew --version v1 --kind Admiral --no-namespaced',
    'create api --group ship --version v1 --kind Captain',
    'create api --group ship --version v1 --kind Captain --resource=false --controller-name harbour',
    'create api --group apps --version v1 --kind Deployment --resource=false',
    'create webhook --group crew --version v1 --kind Captain --defaulting --programmatic-validation',
    'create webhook --group crew --version v1 --kind Captain --conversion --spoke v2',
    'create webhook --group crew --version v1 --kind Admiral --programmatic-validation',
    'create webhook --group core --version v1 --kind Pod --defaulting',
  ])
    await run(command);
});
afterAll(() => folder[Symbol.dispose]());

test('every file is formatted as the project formats', async () => {
  const unformatted: string[] = [];
  let checked = 0;
  for (const [file, content] of Object.entries(folder.snapshot())) {
    const filepath = path.join(folder.path, file);
    const info = await getFileInfo(filepath, { ignorePath: path.join(folder.path, '.prettierignore') });
    if (info.ignored || info.inferredParser === null) continue;
    checked += 1;
    const options = await resolveConfig(filepath);
    expect(options).toMatchObject({ singleQuote: true });
    if (!(await check(content, { ...options, filepath }))) unformatted.push(file);
  }
  expect(unformatted).toEqual([]);
  expect(checked).toBeGreaterThan(30);
});

test('every file is what an update would write', async () => {
  const before = folder.snapshot();
  expect((await folder.kb('update')).out).toContain('Nothing to change.');
  folder.remove('PROJECT.lock');
  expect((await folder.kb('update')).out).not.toMatch(/^(?:conflict|merge|update|keep) (?!PROJECT)/m);
  expect(folder.snapshot()).toEqual(before);
});

const IMPORT = /(?:^|\n)(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^']+)'|import\('([^']+)'\)/g;

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The packages that a source imports, without Node's own modules and files beside it. */
function importsOf(source: string): string[] {
  return [...source.matchAll(IMPORT)]
    .map(([, from = '', dynamic = from]) => dynamic)
    .filter((name) => !/^(?:\.|node:)/.test(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

test('every package declares what it imports, and the workspace what its configuration imports', () => {
  const files = folder.snapshot();
  const undeclared: string[] = [];
  const imported = new Set<string>();
  for (const [file, content] of Object.entries(files)) {
    if (!file.endsWith('.ts')) continue;
    const owner = /^packages\/[^/]+\//.exec(file.replaceAll(path.sep, '/'))?.[0] ?? '';
    const manifest = JSON.parse(files[path.normalize(`${owner}package.json`)] ?? '{}') as Manifest;
    const declared = { ...manifest.dependencies, ...manifest.devDependencies };
    for (const name of importsOf(content)) {
      imported.add(name);
      if (!(name in declared) && name !== manifest.name) undeclared.push(`${file}: ${name}`);
    }
  }
  expect([...imported].toSorted()).toEqual(
    expect.arrayContaining(['@kb/runtime', '@kb/testing', '@shop/api', '@shop/client', 'fast-check', 'vitest']),
  );
  expect(undeclared).toEqual([]);
});

test('make help lists the targets of kubebuilder', ({ skip }) => {
  const { error, stdout } = spawnSync('make', ['help'], { cwd: folder.path, encoding: 'utf8' });
  if (error !== undefined) skip('make is not installed');
  const listed = [...stdout.matchAll(/^ {2}([a-z0-9 -]+?) {2,}\S/gm)].flatMap(([, names = '']) => names.split(' '));
  expect(listed).toEqual(
    expect.arrayContaining(
      'help manifests generate fmt vet lint lint-fix test setup-test-e2e test-e2e cleanup-test-e2e build run docker-build docker-push docker-buildx build-installer install uninstall deploy undeploy'.split(
        ' ',
      ),
    ),
  );
  const phony = [...folder.read('Makefile').matchAll(/^\.PHONY: (.*)$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  expect(phony.toSorted()).toEqual([...new Set(['all', ...listed])].toSorted());
});

test.for<[what: string, settings: string[], message: string]>([
  ['kind', ['KIND=no-such-kind'], 'test-e2e did not run: it needs kind'],
  ['a container tool', ['KIND=true', 'CONTAINER_TOOL=no-such-tool'], 'test-e2e did not run: it needs no-such-tool'],
])('make test-e2e without %s says so, and fails', ([_what, settings, message], { skip }) => {
  const { error, status, stderr } = spawnSync('make', ['test-e2e', ...settings], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  if (error !== undefined) skip('make is not installed');
  expect(stderr).toContain(message);
  expect(status).not.toBe(0);
});
