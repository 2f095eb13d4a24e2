// Another namespace of the operator: a changed line in config/default, and `kb edit --namespace`.
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

const DEFAULT = 'config/default/kustomization.yaml';
const POD_WEBHOOK = 'packages/controller/src/pod.webhook.ts';
const commands = [
  'create api --group crew --version v1 --kind Captain',
  'create webhook --group crew --version v1 --kind Captain --defaulting',
  'create webhook --group core --version v1 --kind Pod --programmatic-validation',
];

type Files = Readonly<Record<string, string>>;

async function run(folder: TestFolder, command: string): Promise<string> {
  const { code, out, err } = await folder.kb(...command.split(' '));
  if (code !== 0) throw new Error(`kb ${command} ended with ${code}: ${err}`);
  return out;
}

async function made(...flags: readonly string[]): Promise<Files> {
  using folder = testFolder();
  for (const command of [['init', '--domain', 'example.com', ...flags].join(' '), ...commands])
    await run(folder, command);
  return folder.snapshot();
}

function project(files: Files): TestFolder {
  const folder = testFolder();
  for (const [file, content] of Object.entries(files)) folder.write(file, content);
  return folder;
}

/** The files that name a namespace. */
function naming(folder: TestFolder, namespace: string): string[] {
  return Object.entries(folder.snapshot()).flatMap(([file, text]) => (text.includes(namespace) ? [file] : []));
}

let ofCluster: Files;
let ofNamespace: Files;

beforeAll(async () => {
  ofCluster = await made();
  ofNamespace = await made('--namespaced');
});

describe.each([
  ['the cluster', () => ofCluster],
  ['one namespace', () => ofNamespace],
])('an operator of %s', (_scope, files) => {
  test('is moved by the command, and back', async () => {
    using folder = project(files());
    const before = folder.snapshot();
    const named = naming(folder, 'shop-system');
    expect(named).toEqual(expect.arrayContaining([DEFAULT, POD_WEBHOOK, 'packages/controller/src/e2e/cluster.ts']));
    const out = await run(folder, 'edit --namespace harbour');
    expect(out).toContain('The operator is deployed to harbour from now on. What a cluster has in shop-system stays');
    expect(naming(folder, 'shop-system')).toEqual([]);
    expect(folder.read('PROJECT')).toMatch(/^namespace: harbour$/m);
    expect(naming(folder, 'harbour')).toEqual(expect.arrayContaining(named));
    expect(await run(folder, 'generate --check')).toContain('up to date');
    expect(await run(folder, 'update')).toContain('Nothing to change.');
    const moved = [folder.snapshot(), folder.times()];
    expect(await run(folder, 'edit --namespace harbour')).not.toContain('update ');
    expect([folder.snapshot(), folder.times()]).toEqual(moved);
    await run(folder, 'edit --namespace shop-system');
    expect(folder.snapshot()).toEqual(before);
  });

  test('whose line was changed by hand gets a warning, and the command changes the rest', async () => {
    using folder = project(files());
    folder.edit(DEFAULT, 'namespace: shop-system', 'namespace: harbour # ours');
    folder.edit(POD_WEBHOOK, 'verbs=create;update', 'verbs=create;update;delete');
    const { code, err } = await folder.kb('generate', '--no-cache');
    expect(code).toBe(0);
    expect(err).toContain(
      `${DEFAULT}:2:12 warning KB_NAMESPACE_STALE\n  the operator is deployed to harbour, and markers name shop-system: `,
    );
    expect(err).toContain(POD_WEBHOOK);
    expect(err).toContain('run kb edit --namespace harbour, which changes them');
    expect((await folder.kb('generate', '--check')).err).toContain('KB_NAMESPACE_STALE');
    const doctor = (await folder.kb('doctor')).out;
    expect(doctor).toContain(`${DEFAULT} deploys the operator to harbour, and shop-system is still named in `);
    expect(doctor).toContain('Run "kb edit --namespace harbour", which changes it there.');
    await run(folder, 'edit --namespace harbour');
    expect(naming(folder, 'shop-system')).toEqual([]);
    expect(folder.read(DEFAULT)).toContain('namespace: harbour # ours\n');
    expect(folder.read(POD_WEBHOOK)).toMatch(/verbs=create;update;delete,.*harbour/);
    expect(await folder.kb('generate', '--check', '--no-cache')).toMatchObject({ code: 0, err: '' });
    expect((await folder.kb('doctor')).out).not.toContain('shop-system');
  });
});

test('what is created later has the new namespace', async () => {
  using folder = project(ofNamespace);
  await run(folder, 'edit --namespace harbour');
  await run(folder, 'create api --group crew --version v1 --kind Cook');
  await run(folder, 'create webhook --group apps --version v1 --kind Deployment --defaulting');
  expect(naming(folder, 'shop-system')).toEqual([]);
  expect(folder.read('packages/controller/src/cook.controller.ts')).toContain('namespace=harbour,');
  await run(folder, 'edit --namespaced=false');
  expect(naming(folder, 'harbour').toSorted()).toEqual(
    [
      'PROJECT',
      DEFAULT,
      'config/webhook/manifests.yaml',
      'packages/controller/src/deployment.webhook.ts',
      'packages/controller/src/e2e/cluster.ts',
      POD_WEBHOOK,
    ].toSorted(),
  );
});

test('files that were edited at that place are named, and markers are changed anyway', async () => {
  using folder = project(ofCluster);
  folder.edit('packages/controller/src/e2e/cluster.ts', "'shop-system'", "process.env['NS'] ?? 'shop-system'");
  const out = await run(folder, 'edit --namespace harbour');
  expect(out).toContain(
    'Not touched; replace shop-system there:\n  packages/controller/src/e2e/cluster.ts: it was edited',
  );
  expect(naming(folder, 'shop-system')).toEqual(['packages/controller/src/e2e/cluster.ts']);
});

test('a kustomization with a third namespace stays, and the command says what to change', async () => {
  using folder = project(ofCluster);
  folder.edit(DEFAULT, 'namespace: shop-system', 'namespace: third');
  const state = [folder.snapshot(), folder.times()];
  const { code, out, err } = await folder.kb('edit', '--namespace', 'harbour');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`KB_LIST_BY_HAND: kb cannot change files that were edited\n${DEFAULT}: change\n`);
  expect(err).toContain('    + namespace: harbour');
  expect([folder.snapshot(), folder.times()]).toEqual(state);
});

test.each<[flags: string, said: string, way: string]>([
  ['--namespace Harbour', '"Harbour" is not a name of a namespace', 'such as shop-system (--namespace)'],
  ['--namespace=', '"" is not a name of a namespace', 'such as shop-system (--namespace)'],
  [`--namespace ${'a'.repeat(64)}`, 'is not a name of a namespace', 'at most 63'],
  ['--namespace harbour --namespaced', '--namespace and --namespaced exclude each other', 'one after the other'],
])('kb edit %s is refused', async (flags, said, way) => {
  using folder = project(ofCluster);
  const state = [folder.snapshot(), folder.times()];
  const { code, out, err } = await folder.kb('edit', ...flags.split(' '));
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(said);
  expect(err).toContain(way);
  expect([folder.snapshot(), folder.times()]).toEqual(state);
});

test('PROJECT with an invalid namespace is refused', async () => {
  using folder = project(ofCluster);
  folder.write('PROJECT', `${folder.read('PROJECT')}namespace: No_Namespace\n`);
  const { code, err } = await folder.kb('generate');
  expect(code).toBe(1);
  expect(err).toContain('"No_Namespace" is not a namespace');
  expect(err).toContain('such as shop-system');
});
