// "kb create api --external-api" in a project, from the source to the generated files, and to a server that serves the
// kind.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startEmbeddedCluster } from '../dev/cluster/embedded-cluster.ts';
import { readManifests, readProjectCrds } from '../manifests/manifests.ts';
import { openProject } from '../open-project.ts';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';
import {
  crd,
  createExternal,
  externalCrd,
  folderOfClient,
  folderOfTypes,
  project,
  succeed,
  withoutVersion,
  yaml,
} from './test-support/external-project.ts';

describe('a project with an external API', () => {
  let folder: TestFolder;
  let out = '';
  let before: Record<string, string>;
  beforeAll(async () => {
    folder = await project();
    before = folder.snapshot();
    out = await createExternal(folder);
  });
  afterAll(() => folder[Symbol.dispose]());

  test('has its types, its client and its CRD, and no other new files', () => {
    const added = Object.keys(folder.snapshot()).filter((file) => !(file in before));
    expect(added).toEqual(
      [
        externalCrd,
        ...['groupversion-info.ts', 'index.ts', 'route.types.ts'].map((file) => `${folderOfTypes}/${file}`),
        ...['group-version.ts', 'index.ts', 'route.ts'].map((file) => `${folderOfClient}/${file}`),
      ].toSorted(),
    );
    const changed = Object.entries(before).filter(([file, text]) => folder.read(file) !== text);
    expect(changed.map(([file]) => file)).toEqual(['PROJECT', 'PROJECT.lock', 'packages/controller/src/crds.ts']);
  });

  test('has types that name their owner', () => {
    expect(folder.read(`${folderOfTypes}/route.types.ts`)).toMatch(/^\/\/ \+kb:external$/m);
    expect(folder.read(`${folderOfTypes}/groupversion-info.ts`)).toMatch(/^\/\/ \+groupName=net\.example\.org$/m);
  });

  test("has the owner's CRD unchanged", () => {
    expect(withoutVersion(folder.read(externalCrd))).toEqual(crd());
  });

  test('does not deploy it, and lists it in PROJECT', () => {
    expect(folder.read('config/crd/kustomization.yaml')).toContain('- bases/web.example.com_sites.yaml\n');
    expect(folder.read('config/crd/kustomization.yaml')).not.toContain('routes');
    const { resources }: { resources: unknown[] } = parse(folder.read('PROJECT'));
    expect(resources).toContainEqual({
      domain: 'example.org',
      external: true,
      group: 'net',
      kind: 'Route',
      path: '@shop/api/net.example.org/v1',
      version: 'v1',
    });
  });

  test('names both folders of CRDs for its tests', () => {
    const text = folder.read('packages/controller/src/crds.ts');
    expect(text).toContain(
      "crds: readonly string[] = [fileURLToPath(new URL('../../../config/crd/bases', import.meta.url))]",
    );
    expect(text).toContain(
      "externalCrds: readonly string[] = [fileURLToPath(new URL('../../../config/crd/external', import.meta.url))]",
    );
  });

  test('prints the next step', () => {
    expect(out).toContain("import { routes } from '@shop/client/net.example.org/v1';");
    expect(out).toContain('// +kubebuilder:rbac:groups=net.example.org,resources=routes,verbs=');
  });

  test('is up to date for the generator too', async () => {
    expect((await folder.kb('generate', '--check', '--no-cache')).code).toBe(0);
    const now = folder.snapshot();
    expect(await createExternal(folder)).toBe('Nothing to change.\n');
    expect(folder.snapshot()).toEqual(now);
  });

  test('has both CRDs on the embedded API server', async () => {
    const crds = await readProjectCrds(openProject({ cwd: folder.path, env: {} }));
    expect(crds.map(({ object }) => object.metadata.name)).toEqual(['routes.net.example.org', 'sites.web.example.com']);
    const cluster = await startEmbeddedCluster({ port: 0, workloads: false });
    try {
      await cluster.install(crds);
      expect(await cluster.client.getJson('/apis/net.example.org/v1/routes')).toMatchObject({ kind: 'RouteList' });
    } finally {
      await cluster.stop();
    }
  });
});

test('from a cluster that has it', async () => {
  using folder = await project();
  const cluster = await startEmbeddedCluster({ port: 0, workloads: false });
  try {
    await cluster.install(readManifests(path.join(folder.path, 'theirs')));
    folder.write('kubeconfig', cluster.kubeconfig);
    const env = { KUBECONFIG: path.join(folder.path, 'kubeconfig') };
    const { code, err } = await folder.kbWith(env, 'create', 'api', '--external-api', 'cluster', '--kind', 'Route');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const asServed = { ...crd(), spec: { ...crd().spec, conversion: { strategy: 'None' } } };
    expect(withoutVersion(folder.read(externalCrd))).toEqual(asServed);
  } finally {
    await cluster.stop();
  }
});

test('a project with only external kinds', async () => {
  using folder = testFolder();
  await succeed(folder, 'init', '--domain', 'example.com');
  folder.write('theirs/route.yaml', yaml(crd()));
  await createExternal(folder);
  expect(folder.read('packages/controller/src/crds.ts')).toContain('crds: readonly string[] = [];');
  expect(
    (await readProjectCrds(openProject({ cwd: folder.path, env: {} }))).map(({ object }) => object.metadata.name),
  ).toEqual(['routes.net.example.org']);
  // An empty folder of CRDs is not an error either.
  mkdirSync(path.join(folder.path, 'config/crd/bases'));
  expect(await readProjectCrds(openProject({ cwd: folder.path, env: {} }))).toHaveLength(1);
});

const gatewayApi = path.join(import.meta.dirname, '../../../../../shared/corpus/crds/gateway-api');
if (!existsSync(gatewayApi)) console.warn(`SKIPPED: the CRDs of the Gateway API are not there (${gatewayApi})`);

test.skipIf(!existsSync(gatewayApi))('a route of the Gateway API', async () => {
  using folder = await project();
  await succeed(folder, 'create', 'api', '--kind', 'HTTPRoute', '--external-api', gatewayApi);
  const text = readFileSync(path.join(gatewayApi, 'httproutes.gateway.networking.k8s.io.yaml'), 'utf8');
  const source: { spec: { versions: { name: string }[] } } = parse(text);
  const versions = source.spec.versions.filter(({ name }) => name === 'v1');
  const made: unknown = withoutVersion(folder.read('config/crd/external/gateway.networking.k8s.io_httproutes.yaml'));
  expect(made).toMatchObject({ spec: { ...source.spec, versions } });
  expect(folder.read('packages/client/src/gateway.networking.k8s.io/v1/httproute.ts')).toContain('HTTPRouteApply');
  expect((await folder.kb('generate', '--check')).code).toBe(0);
});
