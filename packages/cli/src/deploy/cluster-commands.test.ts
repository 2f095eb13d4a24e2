// The commands that bring a project into a cluster and out again, on the embedded server through a kubeconfig.
import { spawnSync } from 'node:child_process';
import { createApiServer } from '@kb/apiserver';
import { createClient, createRestMapper, systemClock, systemRandom } from '@kb/client';
import { clusterRoles } from '@kb/kubernetes/rbac/v1';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { deployments } from '@kb/kubernetes/apps/v1';
import { namespaces } from '@kb/kubernetes/core/v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '../test-support/run-kb.ts';

const isKubectlThere = spawnSync('kubectl', ['version', '--client']).status === 0;

describe.skipIf(!isKubectlThere)('with kubectl, which renders kustomizations', () => {
  const folder = testFolder();
  const server = createApiServer({ clock: systemClock, random: systemRandom });
  const client = createClient({ transport: server.transport, clock: systemClock });
  let close = async (): Promise<void> => undefined;
  const kb = (...args: string[]) => folder.kb(...args, '--kubeconfig', 'kubeconfig');

  beforeAll(async () => {
    const listener = await server.listen({ port: 0 });
    close = async () => listener.close();
    await folder.kb('init', '--domain', 'example.com');
    await folder.kb('create', 'api', '--group', 'shop', '--kind', 'Shop');
    folder.write('kubeconfig', listener.kubeconfig());
  });

  afterAll(async () => {
    await close();
    await server.stop();
    folder[Symbol.dispose]();
  });

  test('install is a dry run when asked, applies the definitions, and changes nothing the second time', async () => {
    expect(await kb('install', '--dry-run')).toMatchObject({
      code: 0,
      out: 'customresourcedefinition.apiextensions.k8s.io/shops.shop.example.com created (server dry run)\n',
    });
    expect((await client.list(customResourceDefinitions)).items).toEqual([]);
    const [first, second] = [await kb('install'), await kb('install')];
    expect(first.out).toBe('customresourcedefinition.apiextensions.k8s.io/shops.shop.example.com created\n');
    expect(second.out).toBe('customresourcedefinition.apiextensions.k8s.io/shops.shop.example.com unchanged\n');
  });

  test('uninstall deletes no objects unasked, and then everything', async () => {
    const kind = { group: 'shop.example.com', version: 'v1alpha1', kind: 'Shop' };
    const shops = await createRestMapper(client).resourceFor(kind);
    const shop = { metadata: { namespace: 'default', name: 'a' }, spec: {} };
    await client.create(shops, shop);
    expect(await kb('uninstall')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'KB_OBJECTS_EXIST: objects would be deleted with their definitions: 1 of shops.shop.example.com',
      ),
    });
    expect((await client.list(customResourceDefinitions)).items).toHaveLength(1);
    expect(await kb('uninstall', '--yes')).toMatchObject({ code: 0 });
    expect((await client.list(customResourceDefinitions)).items).toEqual([]);
    expect(await kb('uninstall')).toMatchObject({
      code: 0,
      out: 'customresourcedefinition.apiextensions.k8s.io/shops.shop.example.com not found\n',
    });
  });

  test('deploy checks everything before it applies anything, and changes no file', async () => {
    const before = folder.snapshot();
    const image = `registry.example.com:5000/team/shop@sha256:${'0'.repeat(64)}`;
    const dry = await kb('deploy', '--image', image, '--dry-run');
    expect(dry).toMatchObject({
      code: 0,
      out: expect.stringContaining('namespace/shop-system created (server dry run)\n'),
    });
    expect(dry.out).toContain(
      'deployment.apps/shop-controller-manager not tried: its namespace shop-system does not exist yet',
    );
    expect(await kb('deploy', '--image', 'Not An Image')).toMatchObject({
      code: 1,
      err: expect.stringContaining('KB_INVALID_IMAGE'),
    });
    expect((await client.list(deployments)).items).toEqual([]);
    expect(await kb('deploy', '--image', image, '--no-wait')).toMatchObject({ code: 0 });
    const deployed = await client.get(deployments, 'shop-system/shop-controller-manager');
    expect(deployed.spec?.template.spec?.containers).toMatchObject([{ name: 'manager', image }]);
    const again = await kb('deploy', '--image', image, '--no-wait');
    expect(
      again.out
        .trim()
        .split('\n')
        .filter((line) => !line.endsWith(' unchanged')),
    ).toEqual([]);
    expect(folder.snapshot()).toEqual(before);
  });

  test('deploy says how far the operator is, and fails in time', async () => {
    // Nothing runs the Deployment here.
    expect(await kb('deploy', '--timeout', '1')).toMatchObject({
      code: 1,
      out: expect.stringContaining(
        'Deployment shop-system/shop-controller-manager: waits for the controller of Deployments',
      ),
      err: expect.stringContaining('KB_ROLLOUT_FAILED'),
    });
  });

  test('undeploy keeps the definitions unless asked', async () => {
    expect(await kb('undeploy', '--timeout', '1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Namespace shop-system'),
    });
    expect((await client.list(customResourceDefinitions)).items).toHaveLength(1);
    expect(
      (await client.list(clusterRoles)).items.filter(({ metadata }) => metadata.name?.startsWith('shop-')),
    ).toEqual([]);
    expect((await client.get(namespaces, 'shop-system')).metadata.deletionTimestamp).toBeDefined();
    expect(await kb('undeploy', '--crds', '--timeout', '1')).toMatchObject({ code: 1 });
    expect((await client.list(customResourceDefinitions)).items).toEqual([]);
  });

  test('a server that does not answer is not taken for one without the objects', async () => {
    const kubeconfig = folder.read('kubeconfig').replace(/server: .*/, 'server: http://127.0.0.1:1');
    folder.write('unreachable', kubeconfig);
    const { code, out, err } = await folder.kb('undeploy', '--kubeconfig', 'unreachable');
    expect(code).not.toBe(0);
    expect(out).not.toContain('not found');
    expect(err).toContain('127.0.0.1:1');
    folder.remove('unreachable');
  });

  test('build-installer writes what deploy applies, once', async () => {
    expect(await folder.kb('build-installer', '--image', 'example.com/shop:v1')).toMatchObject({ code: 0 });
    const text = folder.read('dist/install.yaml');
    expect(text).toContain('image: example.com/shop:v1');
    expect(text.indexOf('kind: Namespace')).toBeLessThan(text.indexOf('kind: CustomResourceDefinition'));
    const times = folder.times();
    expect(await folder.kb('build-installer', '--image', 'example.com/shop:v1')).toMatchObject({ code: 0 });
    expect(folder.times()).toEqual(times);
  });

  test('a kustomization that cannot be rendered is named, and nothing is applied', async () => {
    folder.edit('config/default/kustomization.yaml', '- ../manager', '- ../nowhere');
    expect(await kb('deploy')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/KB_KUSTOMIZATION_INVALID: .*nowhere/),
    });
    folder.edit('config/default/kustomization.yaml', '- ../nowhere', '- ../manager');
  });
});

test('without a program that renders kustomizations, the command says what to install', async () => {
  using folder = testFolder();
  await folder.kb('init');
  const missing = { KUBECTL: 'there-is-no-kubectl', PATH: folder.path };
  expect(await folder.kbWith(missing, 'build-installer')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/KB_KUSTOMIZE_NOT_FOUND: .*\n.*Install kubectl/),
  });
});

test.each(['0', '1.5', '-1', 'soon', '100000'])('--timeout %s is refused', async (seconds) => {
  using folder = testFolder();
  expect(await folder.kb('deploy', `--timeout=${seconds}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('KB_WRONG_FLAGS'),
  });
});
