// An operator of one namespace: `kb init --namespaced`, and `kb edit --namespaced` of a project that is there.
import { expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

const commands = [
  'create api --group crew --version v1 --kind Captain',
  'create api --group crew --version v1 --kind Admiral --no-namespaced',
  'create api --group crew --version v1 --kind Cook --image cook:1',
  'create api --group apps --version v1 --kind Deployment --resource=false',
  'create webhook --group crew --version v1 --kind Captain --defaulting',
  'create webhook --group core --version v1 --kind Pod --programmatic-validation',
];
const controller = 'packages/controller/src/captain.controller.ts';
const main = 'packages/controller/src/main.ts';
const manager = 'config/manager/manager.yaml';

async function run(folder: TestFolder, command: string): Promise<string> {
  const { code, out, err } = await folder.kb(...command.split(' '));
  if (code !== 0) throw new Error(`kb ${command} ended with ${code}: ${err}`);
  return out;
}

async function project(...flags: readonly string[]): Promise<TestFolder> {
  const folder = testFolder();
  for (const command of [['init', '--domain', 'example.com', ...flags].join(' '), ...commands])
    await run(folder, command);
  return folder;
}

/** The kinds of the objects in a YAML file. */
function kindsIn(text: string): string[] {
  return [...text.matchAll(/^kind: (.*)$/gm)].map(([, kind = '']) => kind);
}

test('editing gives what a new project has, and back', async () => {
  using cluster = await project();
  using namespaced = await project('--namespaced');
  const before = cluster.snapshot();
  expect(await run(cluster, 'edit --namespaced')).toContain('WATCH_NAMESPACE, which is shop-system');
  expect(cluster.snapshot()).toEqual(namespaced.snapshot());
  expect(await run(cluster, 'edit --namespaced=false')).toContain('The operator watches the whole cluster.');
  expect(cluster.snapshot()).toEqual(before);
});

test('the operator may do what its markers say in its namespace only, but for kinds without one', async () => {
  using folder = await project('--namespaced');
  expect(folder.read('PROJECT')).toMatch(/^namespaced: true$/m);
  expect(kindsIn(folder.read('config/rbac/role.yaml'))).toEqual(['ClusterRole', 'Role']);
  const [ofCluster = '', ofNamespace = ''] = folder.read('config/rbac/role.yaml').split('kind: Role\n');
  expect(ofCluster).toContain('- admirals\n');
  expect(ofCluster).not.toMatch(/captains|cooks|deployments/);
  expect(ofNamespace).toMatch(/namespace: shop-system[^]*deployments[^]*captains[^]*cooks/);
  expect(kindsIn(folder.read('config/rbac/role_binding.yaml'))).toEqual(['RoleBinding']);
  expect(kindsIn(folder.read('config/rbac/cluster_role_binding.yaml'))).toEqual(['ClusterRoleBinding']);
  expect(folder.read('config/rbac/kustomization.yaml')).toContain('- role_binding.yaml\n- cluster_role_binding.yaml\n');
  expect(kindsIn(folder.read('config/rbac/crew_captain_admin_role.yaml'))).toEqual(['Role']);
  expect(kindsIn(folder.read('config/rbac/crew_admiral_admin_role.yaml'))).toEqual(['ClusterRole']);
  expect(folder.read(manager)).toMatch(/- name: WATCH_NAMESPACE\n\s+valueFrom:\n\s+fieldRef:\n\s+fieldPath: metadata/);
  expect(folder.read(main)).toContain('namespaced: true');
  expect(folder.read('config/samples/crew_v1_captain.yaml')).toContain('namespace: shop-system');
  expect(
    folder.read('config/webhook/manifests.yaml').match(/kubernetes\.io\/metadata\.name: shop-system/g),
  ).toHaveLength(2);
  expect(await run(folder, 'update')).toContain('Nothing to change.');
});

test('without a kind that has no namespace there is no ClusterRole', async () => {
  using folder = testFolder();
  await run(folder, 'init --domain example.com --namespaced');
  await run(folder, commands[0] ?? '');
  expect(kindsIn(folder.read('config/rbac/role.yaml'))).toEqual(['Role']);
  expect(Object.keys(folder.snapshot())).not.toContain('config/rbac/cluster_role_binding.yaml');
});

test('what a person wrote stays, and markers of their own are named', async () => {
  using folder = await project();
  const own = '// +kubebuilder:rbac:groups="",resources=configmaps,verbs=get;list;watch';
  folder.edit(controller, '// +kubebuilder:rbac', `${own}\n// +kubebuilder:rbac`);
  folder.edit(controller, 'client.applyStatus', '/* ours */ client.applyStatus');
  folder.edit(main, '// Runs', '// Ours.\n// Runs');
  folder.edit(manager, 'replicas: 1', 'replicas: 3 # ours');
  folder.edit('config/rbac/crew_captain_viewer_role.yaml', '- watch', '- watch # ours');
  const out = await run(folder, 'edit --namespaced');
  expect(out).toContain(`Not touched; markers of kinds in a namespace need namespace=shop-system:\n  ${controller}:`);
  expect(out).toContain(own.slice('// '.length));
  expect(folder.read(controller)).toContain(
    `${own}\n// +kubebuilder:rbac:groups=crew.example.com,namespace=shop-system,`,
  );
  expect(folder.read(controller)).toContain('/* ours */ client.applyStatus');
  expect(folder.read(main)).toMatch(/\/\/ Ours\.\n[^]*namespaced: true/);
  expect(folder.read(manager)).toMatch(/WATCH_NAMESPACE[^]*$/);
  expect(folder.read(manager)).toContain('replicas: 3 # ours');
  expect(folder.read('config/rbac/crew_captain_viewer_role.yaml')).toMatch(/^kind: Role$[^]*- watch # ours/m);
});

test('a controller that was moved keeps its file, and its markers follow', async () => {
  using folder = await project();
  const text = folder.read(controller);
  folder.remove(controller);
  folder.write('packages/controller/src/crew/captain.ts', text);
  folder.edit('packages/controller/src/controllers.ts', './captain.controller.ts', './crew/captain.ts');
  await run(folder, 'edit --namespaced');
  expect(folder.read('packages/controller/src/crew/captain.ts')).toContain(
    ',namespace=shop-system,resources=captains,',
  );
});

test('a main in another form is an error that says what to change, and then it is kept', async () => {
  using folder = await project();
  folder.write(
    main,
    folder
      .read(main)
      .replace(
        /process\.exitCode[^]*$/,
        'const options = { controllers };\nprocess.exitCode = await runManager(options);\n',
      ),
  );
  const before = folder.snapshot();
  const { code, err } = await folder.kb('edit', '--namespaced');
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/KB_LIST_BY_HAND[^]*main\.ts: change\n[^]*\+ .*namespaced: true/),
  ]);
  expect(folder.snapshot()).toEqual(before);
  folder.edit(main, 'options = { controllers }', 'options = { controllers, namespaced: true }');
  await run(folder, 'edit --namespaced');
  expect(folder.read(main)).toContain('const options = { controllers, namespaced: true };');
});

test('a second time nothing changes, and init with another scope says how to change it', async () => {
  using folder = await project('--namespaced');
  const before = folder.snapshot();
  await run(folder, 'edit --namespaced');
  expect(folder.snapshot()).toEqual(before);
  const { code, err } = await folder.kb('init', '--domain', 'example.com');
  expect([code, err]).toEqual([1, expect.stringContaining('kb edit --namespaced=false')]);
});

test('says that a chart has to be built again, if there is one', async () => {
  using folder = testFolder();
  await run(folder, 'init --domain example.com');
  expect(await run(folder, 'edit --namespaced')).not.toContain('build-chart');
  folder.edit('PROJECT', 'projectName:', 'plugins: {helm.kubebuilder.io/v2-alpha: {output: charts}}\nprojectName:');
  const again = 'charts/chart still has the old scope. To build the chart again: npx kb build-chart\n';
  expect(await run(folder, 'edit --namespaced=false')).toContain(again);
  expect(await run(folder, 'edit --namespaced=false')).not.toContain(again);
});
