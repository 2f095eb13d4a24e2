import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { kbVersion } from '../kb-version.ts';
import { type TestFolder, testFolder } from '../testing/run-kb.ts';
import { examineMachine } from './examine-machine.ts';
import type { Finding } from './finding.ts';

async function project(): Promise<TestFolder> {
  const folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--kind', 'Captain', '--version', 'v1');
  folder.write('node_modules/@kb/cli/package.json', '{}');
  return folder;
}

/** Runs kb doctor without any program on the path. Resolves with its exit code, and what is not well. */
async function examined(folder: TestFolder): Promise<{ code: number; trouble: Finding[] }> {
  const { code, out } = await folder.kbWith({ PATH: folder.path }, 'doctor', '--json');
  const findings = JSON.parse(out) as Finding[];
  const ofMachine = /is not installed$|^neither kubectl/;
  return { code, trouble: findings.filter(({ level, what }) => level !== 'ok' && !ofMachine.test(what)) };
}

test('a new project is well, and a machine without programs only warns', async () => {
  using folder = await project();
  const before = folder.snapshot();
  expect(await examined(folder)).toEqual({ code: 0, trouble: [] });
  const { out } = await folder.kbWith({ PATH: folder.path }, 'doctor');
  expect(out).toContain('warning  neither kubectl nor kustomize is installed\n         kb install, deploy and');
  expect(out).toContain('ok       generated files are up to date\n');
  expect(folder.snapshot()).toEqual(before);
});

test.each<[string, (folder: TestFolder) => void, Finding['level'], RegExp]>([
  [
    'packages that are not installed',
    (folder) => rmSync(path.join(folder.path, 'node_modules'), { recursive: true }),
    'problem',
    /^packages are not installed$/,
  ],
  [
    'a generated file that was edited',
    (folder) => folder.edit('config/rbac/role.yaml', 'manager-role', 'other-role'),
    'problem',
    /^generated files are out of date: config\/rbac\/role\.yaml$/,
  ],
  [
    'an error in the types',
    (folder) => folder.edit('packages/api/src/example/v1/captain.types.ts', 'MinLength=1', 'MinLength=one'),
    'problem',
    /^types or markers have 1 error: /,
  ],
  [
    'packages of two versions',
    (folder) =>
      folder.edit('packages/controller/package.json', `"@kb/runtime": "${kbVersion()}"`, '"@kb/runtime": "9.9.9"'),
    'problem',
    /not of one version: @kb\/runtime 9\.9\.9 in packages\/controller\/package\.json/,
  ],
  [
    'an older scaffold',
    (folder) => folder.edit('PROJECT', `cliVersion: ${kbVersion()}`, 'cliVersion: 0.0.9'),
    'warning',
    /^the scaffold is of kb 0\.0\.9$/,
  ],
  ['npx that installs', (folder) => folder.edit('.npmrc', 'yes=false', '#'), 'warning', /^npx may install a package/],
])('%s', async (_what, change, level, what) => {
  using folder = await project();
  change(folder);
  const { code, trouble } = await examined(folder);
  expect(trouble).toMatchObject([{ level, what: expect.stringMatching(what) as string }]);
  expect(trouble[0]?.advice).toBeTruthy();
  expect(code).toBe(level === 'problem' ? 1 : 0);
});

test('a Node that is too old', async () => {
  const [node] = await examineMachine({}, '22.18.0');
  expect(node).toMatchObject({ level: 'problem', what: 'Node 22.18.0 is too old for commands that use the network' });
  expect((await examineMachine({}, '22.19.0'))[0]).toEqual({ level: 'ok', what: 'Node 22.19.0' });
});
