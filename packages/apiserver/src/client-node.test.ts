import {
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  makeInformer,
  VersionApi,
  Watch,
} from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiServer } from './server/api-server.ts';
import type { ListeningApiServer } from './server/listening-server.ts';
import { systemClock } from './test-support/system-clock.ts';
import { deployment, widget, widgetDefinition } from './test-support/wire.ts';

describe('@kubernetes/client-node', () => {
  const config = new KubeConfig();
  let server: ListeningApiServer;

  beforeAll(async () => {
    server = await createApiServer({ clock: systemClock, crds: [widgetDefinition()] }).listen();
    config.loadFromString(server.kubeconfig());
  });
  afterAll(() => server?.close());

  test('creates, reads, replaces, patches, lists and deletes', async () => {
    const core = config.makeApiClient(CoreV1Api);
    const apps = config.makeApiClient(AppsV1Api);
    expect((await config.makeApiClient(VersionApi).getCode()).minor).toBe('36');
    const created = await apps.createNamespacedDeployment({ namespace: 'default', body: deployment('web') });
    expect(created.metadata?.creationTimestamp).toBeInstanceOf(Date);
    Object.assign(created.spec ?? {}, { replicas: 2 });
    const replaced = await apps.replaceNamespacedDeployment({
      namespace: 'default',
      name: 'web',
      body: created,
    });
    expect(replaced.spec?.replicas).toBe(2);
    const scaled = await apps.patchNamespacedDeploymentScale({
      namespace: 'default',
      name: 'web',
      body: [{ op: 'replace', path: '/spec/replicas', value: 5 }],
    });
    expect(scaled.spec?.replicas).toBe(5);
    expect((await apps.listNamespacedDeployment({ namespace: 'default', labelSelector: '!none' })).items).toHaveLength(
      1,
    );
    await apps.deleteNamespacedDeployment({ namespace: 'default', name: 'web' });
    await expect(apps.readNamespacedDeployment({ namespace: 'default', name: 'web' })).rejects.toMatchObject({
      code: 404,
    });
    expect((await core.listNamespace()).items.map(({ metadata }) => metadata?.name)).toContain('kube-system');
  });

  test('works with custom objects', async () => {
    const custom = config.makeApiClient(CustomObjectsApi);
    const where = { group: 'lab.example.com', version: 'v1', namespace: 'default', plural: 'widgets' };
    await custom.createNamespacedCustomObject({ ...where, body: widget('w') });
    expect(await custom.getNamespacedCustomObject({ ...where, name: 'w' })).toMatchObject({
      spec: { color: 'red', replicas: 1 },
    });
  });

  test('watches, and keeps an informer', async () => {
    const core = config.makeApiClient(CoreV1Api);
    const seen: string[] = [];
    const path = '/api/v1/namespaces/default/configmaps';
    const abort = await new Watch(config).watch(
      path,
      {},
      (type, object: { metadata: { name: string } }) => seen.push(`${type} ${object.metadata.name}`),
      () => undefined,
    );
    const informer = makeInformer(config, path, () => core.listNamespacedConfigMap({ namespace: 'default' }));
    const informed: string[] = [];
    informer.on('add', ({ metadata }) => informed.push(`add ${metadata?.name}`));
    informer.on('delete', ({ metadata }) => informed.push(`delete ${metadata?.name}`));
    await informer.start();
    try {
      await core.createNamespacedConfigMap({
        namespace: 'default',
        body: { metadata: { name: 'a' }, data: { x: '1' } },
      });
      await core.deleteNamespacedConfigMap({ namespace: 'default', name: 'a' });
      await expect.poll(() => seen).toEqual(['ADDED a', 'DELETED a']);
      await expect.poll(() => informed).toEqual(['add a', 'delete a']);
    } finally {
      abort.abort();
      await informer.stop();
    }
  });
});
