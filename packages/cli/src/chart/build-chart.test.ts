// The chart of a project, as its files: what helm makes of it is compared by "npm run conformance -- chart".
import { spawnSync } from 'node:child_process';
import { parse } from 'yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

const isKubectlThere = spawnSync('kubectl', ['version', '--client']).status === 0;

const VALUES = 'dist/chart/values.yaml';
const MANAGER = 'dist/chart/templates/manager/manager.yaml';

describe.skipIf(!isKubectlThere)('with kubectl, which renders kustomizations', () => {
  let made: Record<string, string> = {};

  beforeAll(async () => {
    using folder = testFolder();
    await folder.kb('init', '--domain', 'example.com');
    await folder.kb('create', 'api', '--group', 'crew', '--kind', 'Captain');
    await folder.kb('create', 'webhook', '--kind', 'Captain', '--defaulting');
    const { code, err } = await folder.kb('build-chart');
    if (code !== 0) throw new Error(err);
    made = folder.snapshot();
  });

  function project(): TestFolder {
    const folder = testFolder();
    for (const [file, content] of Object.entries(made)) folder.write(file, content);
    return folder;
  }

  test('is written once, with make targets, a workflow and an entry in PROJECT', async () => {
    using folder = project();
    expect(parse(folder.read('PROJECT'))).toMatchObject({
      plugins: { 'helm.kubebuilder.io/v2-alpha': { manifests: 'dist/install.yaml', output: 'dist' } },
    });
    expect(folder.read('Makefile')).toContain('helm-deploy: ##');
    expect(folder.read('.github/workflows/test-chart.yml')).toContain('kb build-chart --check');
    expect(await folder.kb('build-chart')).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
    expect(await folder.kb('build-chart', '--check')).toMatchObject({ code: 0 });
    expect(await folder.kb('edit', '--plugins=helm.kubebuilder.io/v2-alpha')).toMatchObject({
      code: 0,
      out: 'Nothing to change.\n',
    });
    expect(folder.snapshot()).toEqual(made);
  });

  test('the namespace of selectors of an operator of one namespace is that of the release', async () => {
    using folder = testFolder();
    await folder.kb('init', '--domain', 'example.com', '--namespaced');
    await folder.kb('create', 'api', '--group', 'crew', '--kind', 'Captain');
    await folder.kb('create', 'webhook', '--kind', 'Captain', '--defaulting');
    expect(await folder.kb('build-chart')).toMatchObject({ code: 0 });
    const templates = Object.entries(folder.snapshot()).filter(([file]) => file.startsWith('dist/chart/templates'));
    const selecting = templates.filter(([, text]) => text.includes('namespaceSelector:'));
    expect(selecting.map(([file]) => file)).not.toEqual([]);
    for (const [file, text] of templates) expect([file, text.match(/.*shop-system.*/g)]).toEqual([file, null]);
  });

  test('a new scaffold has the same Makefile and workflow', async () => {
    using folder = project();
    expect(await folder.kb('update')).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to change.') });
  });

  test('follows config, and keeps the edits of its author', async () => {
    using folder = project();
    folder.edit(VALUES, 'replicas: 1', 'replicas: 3');
    folder.edit(MANAGER, 'name: health\n', 'name: health\n          hostPort: 8081\n');
    folder.edit('dist/chart/Chart.yaml', 'version: 0.1.0', 'version: 2.0.0');
    expect(await folder.kb('build-chart')).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
    folder.edit('config/manager/manager.yaml', 'initialDelaySeconds: 15', 'initialDelaySeconds: 25');
    folder.edit('config/manager/manager.yaml', 'cpu: 500m', 'cpu: 700m');
    const before = folder.snapshot();
    const check = await folder.kb('build-chart', '--check');
    expect(check).toMatchObject({ code: 1, err: expect.stringContaining('The chart is out of date: run') });
    expect(check.out).toContain('+          initialDelaySeconds: 25');
    expect(folder.snapshot()).toEqual(before);
    expect(await folder.kb('build-chart')).toMatchObject({ code: 0 });
    expect(folder.read(MANAGER)).toMatch(
      /hostPort: 8081[^]*initialDelaySeconds: 25|initialDelaySeconds: 25[^]*hostPort: 8081/,
    );
    expect(folder.read(VALUES)).toContain('replicas: 3\n');
    expect(folder.read(VALUES)).toContain('cpu: 700m\n');
    expect(folder.read('dist/chart/Chart.yaml')).toContain('version: 2.0.0');
  });

  test('marks what both changed, once', async () => {
    using folder = project();
    folder.edit(VALUES, 'cpu: 500m', 'cpu: 900m');
    folder.edit('config/manager/manager.yaml', 'cpu: 500m', 'cpu: 700m');
    const run = await folder.kb('build-chart');
    expect(run).toMatchObject({ code: 1, err: '' });
    expect(run.out).toMatch(/Next: resolve the conflicts \(dist\/chart\/values\.yaml:\d+\)\./);
    expect(folder.read(VALUES)).toMatch(/<<<<<<< yours\n +cpu: 900m\n=======\n +cpu: 700m\n>>>>>>> kb\n/);
    folder.write(VALUES, folder.read(VALUES).replace(/<<<<<<<.*\n([^]*?)=======\n[^]*?>>>>>>>.*\n/, '$1'));
    expect(await folder.kb('build-chart')).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
    expect(folder.read(VALUES)).toContain('cpu: 900m\n');
  });

  test('--force shows what it would replace, and replaces it with --yes, except Chart.yaml', async () => {
    using folder = project();
    folder.edit(VALUES, 'replicas: 1', 'replicas: 3');
    folder.edit('dist/chart/Chart.yaml', 'version: 0.1.0', 'version: 2.0.0');
    const before = folder.snapshot();
    const refused = await folder.kb('build-chart', '--force');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('KB_NEEDS_YES') });
    expect(refused.err).toContain('-  replicas: 3');
    expect(folder.snapshot()).toEqual(before);
    expect(await folder.kb('build-chart', '--force', '--yes')).toMatchObject({ code: 0 });
    expect(folder.read(VALUES)).toBe(made[VALUES]);
    expect(folder.read('dist/chart/Chart.yaml')).toContain('version: 2.0.0');
  });

  test('a template goes with its object, unless it was edited', async () => {
    using folder = project();
    folder.edit('dist/chart/templates/rbac/crew-captain-viewer-role.yaml', 'kind:', '# Mine.\nkind:');
    folder.edit('config/rbac/kustomization.yaml', '- crew_captain_viewer_role.yaml\n', '');
    folder.edit('config/rbac/kustomization.yaml', '- crew_captain_editor_role.yaml\n', '');
    const { out } = await folder.kb('build-chart');
    expect(out).toContain('delete dist/chart/templates/rbac/crew-captain-editor-role.yaml\n');
    expect(folder.read('dist/chart/templates/rbac/crew-captain-viewer-role.yaml')).toContain('# Mine.');
  });

  test('an image is set in values.yaml, whose comments stay', async () => {
    using folder = project();
    const image = `registry.example.com:5000/team/shop:v1@sha256:${'0'.repeat(64)}`;
    expect(await folder.kb('build-chart', '--image', image)).toMatchObject({ code: 0, out: `update ${VALUES}\n` });
    expect(parse(folder.read(VALUES))).toMatchObject({
      manager: {
        image: { repository: 'registry.example.com:5000/team/shop', tag: 'v1', digest: `sha256:${'0'.repeat(64)}` },
      },
    });
    expect(folder.read(VALUES).match(/#/g)).toEqual((made[VALUES] ?? '').match(/#/g));
  });

  test('objects of own kinds are left out, with a warning', async () => {
    using folder = project();
    folder.edit('config/default/kustomization.yaml', '- ../manager\n', '- ../manager\n- ../samples\n');
    const { out } = await folder.kb('build-chart');
    expect(out).toContain('Warning: Captain shop-captain-sample is not in the chart, which installs its kind.');
    expect(Object.keys(folder.snapshot()).filter((file) => /dist.*sample/.test(file))).toEqual([]);
  });

  test('--crds-chart moves the CRDs into a chart of their own, and --crds-chart=false back', async () => {
    using folder = project();
    const crd = 'templates/crd/captains.crew.example.com.yaml';
    expect(await folder.kb('build-chart', '--crds-chart', '--check')).toMatchObject({ code: 1 });
    expect(folder.snapshot()).toEqual(made);
    expect(await folder.kb('build-chart', '--crds-chart')).toMatchObject({ code: 0 });
    const split = folder.snapshot();
    expect(split[`dist/chart/${crd}`]).toBeUndefined();
    expect(split[VALUES]).not.toContain('crd:');
    expect(split[`dist/chart-crds/${crd}`]).toContain('kind: CustomResourceDefinition');
    expect(split[`dist/chart-crds/${crd}`]).not.toContain('.Values.crd.enabled');
    expect(parse(split['dist/chart-crds/values.yaml'] ?? '')).toMatchObject({
      operator: { release: 'shop', namespace: '' },
      crd: { keep: true },
    });
    expect(split['Makefile']).toContain('helm-deploy: helm-deploy-crds ##');
    expect(split['.github/workflows/release.yml']).toMatch(/helm push "dist\/shop-crds-[^]*helm push "dist\/shop-\$/);
    expect(split['.github/workflows/test-chart.yml']).toContain('helm lint dist/chart-crds dist/chart --strict');
    // PROJECT keeps the choice.
    expect(await folder.kb('build-chart')).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
    expect(await folder.kb('update')).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to change.') });
    expect(await folder.kb('build-chart', '--crds-chart=false')).toMatchObject({ code: 0 });
    expect(folder.snapshot()).toEqual(made);
  });

  test('an edited CRD of the chart stays when the CRDs move, with a warning', async () => {
    using folder = project();
    const crd = 'dist/chart/templates/crd/captains.crew.example.com.yaml';
    folder.edit(crd, 'kind:', '# Mine.\nkind:');
    const { out } = await folder.kb('build-chart', '--crds-chart');
    expect(out).toContain(`Warning: ${crd} stays, because it was edited: kb no longer writes it.`);
    expect(folder.read(crd)).toContain('# Mine.');
  });

  test('stays in step with another folder', async () => {
    using folder = project();
    expect(await folder.kb('build-chart', '--output-dir', './charts/')).toMatchObject({ code: 0 });
    expect(folder.read('Makefile')).toContain('HELM_CHART_DIR ?= charts/chart\n');
    expect(folder.read('.prettierignore')).toContain('charts/chart/\n');
    expect(await folder.kb('build-chart', '--crds-chart')).toMatchObject({ code: 0 });
    expect(folder.read('.prettierignore')).toContain('charts/chart-crds/\ncharts/chart-crds.base.json\n');
    expect(await folder.kb('build-chart')).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
  });
});

test.each([
  [['build-chart', '--output-dir', '../out'], '--output-dir: "../out" is not a folder inside the project'],
  [['build-chart', '--output-dir', '/out'], '--output-dir: "/out" is not a folder inside the project'],
  [['build-chart', '--image', 'A B'], '"A B" is not the name of an image'],
  [['edit', '--plugins', 'helm/v1-alpha'], 'kb has no plugin "helm/v1-alpha" for edit'],
  [['edit', '--plugins', 'other'], 'kb has no plugin "other" for edit'],
  [['edit', '--with', 'webhook', '--output-dir', 'out'], '--output-dir belongs to --plugins helm/v2-alpha'],
])('%j is refused, and changes nothing', async (words, message) => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  const before = folder.snapshot();
  const run = await folder.kb(...words);
  expect(run.code).not.toBe(0);
  expect(run.err).toContain(message);
  expect(folder.snapshot()).toEqual(before);
});
