// The workflows of a project: what they may do, and that what they run is there.
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { testFolder } from '../../../test-support/run-kb.ts';
import { workflowFiles } from './workflows.ts';

interface Step {
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly Step[] }>
  >;
}

const CHECKS = ['ci.yml', 'test-chart.yml', 'test-e2e.yml'];
const workflows = Object.fromEntries(
  workflowFiles('shop', { output: 'dist', crdsChart: false }).map(({ path, content }) => [
    path.replace('.github/workflows/', ''),
    parse(content) as Workflow,
  ]),
);

function workflow(name: string): Workflow {
  const found = workflows[name];
  if (found === undefined) throw new Error(`there is no workflow ${name}`);
  return found;
}

const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps }) => steps);

test('there is one for the checks, the chart, the cluster and the release', () => {
  expect(Object.keys(workflows).toSorted()).toEqual([...CHECKS, 'release.yml'].toSorted());
});

test.each(CHECKS)('%s can read the repository, and nothing else', (name) => {
  const { on, permissions, jobs } = workflow(name);
  expect(on).toEqual({ push: { branches: ['main'] }, pull_request: null });
  expect(permissions).toEqual({ contents: 'read' });
  for (const job of Object.values(jobs)) expect(job.permissions).toBeUndefined();
  const checkouts = stepsOf(workflow(name)).filter(({ uses }) => uses?.startsWith('actions/checkout'));
  expect(checkouts).toHaveLength(Object.keys(jobs).length);
  for (const checkout of checkouts) expect(checkout.with).toEqual({ 'persist-credentials': false });
});

test('all of them use the same version of an action', () => {
  const used = new Set(Object.values(workflows).flatMap((each) => stepsOf(each).flatMap(({ uses = [] }) => uses)));
  for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@v\d+$/);
  const names = [...used].map((action) => action.split('@')[0]);
  expect(names).toEqual([...new Set(names)]);
});

test('the one of the cluster runs the tests there, and keeps its logs if they fail', async () => {
  const steps = stepsOf(workflow('test-e2e.yml'));
  expect(steps.flatMap(({ if: when, run = [] }) => (when === undefined ? run : []))).toEqual([
    'npm ci',
    'make test-e2e',
  ]);
  const ifItFails = steps.filter((step) => step.if === 'failure()');
  expect(ifItFails.map(({ uses, run }) => uses ?? run)).toEqual([
    'kind export logs --name "$KIND_CLUSTER" "$RUNNER_TEMP/cluster"',
    'actions/upload-artifact@v5',
  ]);
  using folder = testFolder();
  await folder.kb('init');
  const makefile = folder.read('Makefile');
  expect(makefile).toMatch(/^test-e2e: /m);
  // Only so does the variable of the workflow reach make.
  expect(makefile).toMatch(/^KIND_CLUSTER \?= /m);
});

test('the makefile targets and scripts that they run are in the project', async () => {
  using folder = testFolder();
  await folder.kb('init');
  await folder.kb('create', 'api', '--kind', 'Order');
  await folder.kb('edit', '--plugins=helm.kubebuilder.io/v2-alpha');
  const { scripts } = JSON.parse(folder.read('package.json')) as { scripts: Readonly<Record<string, string>> };
  const commands = Object.values(workflows).flatMap((each) => stepsOf(each).flatMap(({ run = [] }) => run));
  const named = (pattern: RegExp): string[] => [
    ...new Set(
      commands.flatMap((command) => [...command.matchAll(pattern)].flatMap(([, names = '']) => names.split(' '))),
    ),
  ];
  const targets = named(/\bmake ((?:[a-z0-9-]+ ?)+)(?![a-z0-9-]*=)/g).filter((name) => name !== '');
  expect(targets).toEqual(expect.arrayContaining(['test-e2e', 'docker-buildx', 'helm-deploy', 'helm-status']));
  const makefile = folder.read('Makefile');
  expect(
    targets.filter((name) => !new RegExp(`^(?:[a-z0-9-]+ )*${name}(?: [a-z0-9-]+)*:`, 'm').test(makefile)),
  ).toEqual([]);
  const run = named(/\bnpm run ([a-z0-9:-]+)/g);
  expect(run).toEqual(expect.arrayContaining(['typecheck', 'build']));
  expect(run.filter((name) => !(name in scripts))).toEqual([]);
});

test('kb update leaves a workflow that was edited as it is', async () => {
  using folder = testFolder();
  await folder.kb('init');
  const file = '.github/workflows/test-e2e.yml';
  folder.edit(file, 'ubuntu-latest', 'ubuntu-24.04');
  expect(await folder.kb('update')).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to change.') });
  expect(folder.read(file)).toContain('ubuntu-24.04');
});
