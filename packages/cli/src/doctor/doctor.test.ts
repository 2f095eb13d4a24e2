import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { kbVersion } from '../kb-version.ts';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';
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

describe('the scope of the operator', () => {
  const manager = 'config/manager/manager.yaml';

  /** A project, edited and generated again, without what the machine lacks. */
  async function scoped(namespaced: boolean, change: (folder: TestFolder) => void): Promise<Finding[]> {
    using folder = await project();
    const edited = await folder.kb('edit', `--namespaced=${String(namespaced)}`);
    if (edited.code !== 0) throw new Error(edited.err);
    change(folder);
    await folder.kb('generate');
    return (await examined(folder)).trouble;
  }
  const controller = 'packages/controller/src/captain.controller.ts';

  test('fits', async () => {
    expect(await scoped(true, () => undefined)).toEqual([]);
    expect(await scoped(false, () => undefined)).toEqual([]);
  });

  test.each<[string, boolean, (folder: TestFolder) => void, string]>([
    [
      'a Deployment that watches the cluster',
      true,
      (folder) => folder.edit(manager, 'name: WATCH_NAMESPACE', 'name: OTHER'),
      `PROJECT has an operator of one namespace, and ${manager} has one of the cluster`,
    ],
    [
      'a main that watches one namespace',
      false,
      (folder) => folder.edit('packages/controller/src/main.ts', 'controllers }', 'controllers, namespaced: true }'),
      'PROJECT has an operator of the cluster, and packages/controller/src/main.ts has one of one namespace',
    ],
    [
      'a marker of the cluster',
      true,
      (folder) =>
        folder.edit(
          controller,
          '// +kubebuilder:rbac',
          '// +kubebuilder:rbac:groups="";apps,resources=secrets;deployments/scale;nodes,verbs=get\n// +kubebuilder:rbac',
        ),
      'the operator of one namespace may use deployments.apps, secrets in the whole cluster',
    ],
    [
      'a marker of one namespace',
      false,
      (folder) =>
        folder.write(
          controller,
          folder.read(controller).replaceAll(/(groups=example\.com),/g, '$1,namespace=shop-system,'),
        ),
      'the operator of the cluster may use captains.example.com in shop-system only',
    ],
  ])('%s', async (_what, namespaced, change, what) => {
    const trouble = await scoped(namespaced, change);
    expect(trouble).toEqual([{ level: 'warning', what, advice: expect.stringContaining('namespace') as string }]);
  });
});

test.skipIf(spawnSync('kubectl', ['version', '--client']).status !== 0)(
  'a chart that is older than config',
  async () => {
    using folder = await project();
    const ofChart = async (): Promise<Finding[]> => {
      const { out } = await folder.kb('doctor', '--json');
      return (JSON.parse(out) as Finding[]).filter(({ what }) => what.startsWith('the chart'));
    };
    expect(await ofChart()).toEqual([]);
    await folder.kb('build-chart');
    expect(await ofChart()).toEqual([{ level: 'ok', what: 'the chart in dist/chart is up to date' }]);
    folder.edit('config/manager/manager.yaml', 'cpu: 500m', 'cpu: 700m');
    expect(await ofChart()).toEqual([
      {
        level: 'warning',
        what: 'the chart in dist/chart is older than config: dist/chart/values.yaml, dist/chart.base.json',
        advice: '"npx kb build-chart" brings it up to date, and keeps what you changed.',
      },
    ]);
    folder.edit('config/manager/manager.yaml', 'kind: Deployment', 'kind: StatefulSet');
    expect(await ofChart()).toMatchObject([
      { level: 'problem', what: expect.stringContaining('cannot be made') as string },
    ]);
  },
);

test('a Node that is too old', async () => {
  const [node] = await examineMachine({}, '22.18.0');
  expect(node).toMatchObject({ level: 'problem', what: 'Node 22.18.0 is too old for commands that use the network' });
  expect((await examineMachine({}, '22.19.0'))[0]).toEqual({ level: 'ok', what: 'Node 22.19.0' });
});
