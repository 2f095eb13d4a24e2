import assert from 'node:assert/strict';
import {
  AppsV1Api,
  CoreV1Api,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type V1ConfigMap,
  Watch,
} from '@kubernetes/client-node';
import { type ClientNodeSoftwareCase, eventually, NAMESPACE, POD, webPod } from './setting.ts';

const labels = { app: 'shop' };

/** Objects: written, read, patched, watched. */
export const objectCases: readonly ClientNodeSoftwareCase[] = [
  {
    name: 'creates a Pod, which runs',
    run: async ({ config }) => {
      const core = config.makeApiClient(CoreV1Api);
      await core.createNamespace({ body: { metadata: { name: NAMESPACE } } });
      await eventually(() =>
        core.readNamespacedServiceAccount({ namespace: NAMESPACE, name: 'default' }).catch(() => undefined),
      );
      await core.createNamespacedPod({ namespace: NAMESPACE, body: webPod });
      const { status } = await eventually(async () => {
        const pod = await core.readNamespacedPod({ namespace: NAMESPACE, name: POD });
        return pod.status?.phase === 'Running' ? pod : undefined;
      });
      assert.equal(status?.containerStatuses?.[0]?.ready, true);
      assert.ok(status.startTime instanceof Date);
    },
  },
  {
    name: 'creates, reads, replaces, lists and deletes ConfigMaps, page by page',
    run: async ({ config }) => {
      const core = config.makeApiClient(CoreV1Api);
      for (const name of ['a', 'b', 'c'])
        await core.createNamespacedConfigMap({
          namespace: NAMESPACE,
          body: { metadata: { name, labels }, data: { name } },
        });
      const read = await core.readNamespacedConfigMap({ namespace: NAMESPACE, name: 'b' });
      await core.replaceNamespacedConfigMap({
        namespace: NAMESPACE,
        name: 'b',
        body: Object.assign(read, { data: { name: 'B' } }),
      });
      const all: string[] = [];
      let next: string | undefined;
      do {
        const page = await core.listNamespacedConfigMap({
          namespace: NAMESPACE,
          labelSelector: 'app=shop',
          limit: 2,
          ...(next !== undefined && { _continue: next }),
        });
        all.push(...page.items.map(({ data }) => data?.['name'] ?? ''));
        next = page.metadata?._continue;
      } while (next);
      assert.deepEqual(all, ['a', 'B', 'c']);
      await core.deleteNamespacedConfigMap({ namespace: NAMESPACE, name: 'c' });
      await assert.rejects(core.readNamespacedConfigMap({ namespace: NAMESPACE, name: 'c' }), { code: 404 });
    },
  },
  {
    name: 'refuses what is invalid, and what has changed since',
    run: async ({ config }) => {
      const core = config.makeApiClient(CoreV1Api);
      const body: V1ConfigMap = { metadata: { name: 'Not_A_Name' } };
      await assert.rejects(core.createNamespacedConfigMap({ namespace: NAMESPACE, body }), { code: 422 });
      const stale = { metadata: { name: 'a', resourceVersion: '1' } };
      await assert.rejects(core.replaceNamespacedConfigMap({ namespace: NAMESPACE, name: 'a', body: stale }), {
        code: 409,
      });
    },
  },
  {
    name: 'patches in each of the four ways',
    run: async ({ config }) => {
      const core = config.makeApiClient(CoreV1Api);
      const target = { namespace: NAMESPACE, name: 'a' };
      const as = (strategy: PatchStrategy): ReturnType<typeof setHeaderOptions> =>
        setHeaderOptions('Content-Type', strategy);
      await core.patchNamespacedConfigMap(
        { ...target, body: [{ op: 'add', path: '/data/json', value: '1' }] },
        as(PatchStrategy.JsonPatch),
      );
      await core.patchNamespacedConfigMap({ ...target, body: { data: { merge: '2' } } }, as(PatchStrategy.MergePatch));
      await core.patchNamespacedConfigMap(
        { ...target, body: { data: { strategic: '3', name: null } } },
        as(PatchStrategy.StrategicMergePatch),
      );
      const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { applied: '4' } };
      const { data, metadata } = await core.patchNamespacedConfigMap(
        { ...target, body: applied, fieldManager: 'node', force: true },
        as(PatchStrategy.ServerSideApply),
      );
      assert.deepEqual(data, { applied: '4', json: '1', merge: '2', strategic: '3' });
      assert.ok(metadata?.managedFields?.some(({ manager, operation }) => manager === 'node' && operation === 'Apply'));
    },
  },
  {
    name: 'works with objects of any kind',
    run: async ({ config }) => {
      const objects = KubernetesObjectApi.makeApiClient(config);
      const reference = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'shop', namespace: NAMESPACE } };
      const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] } };
      await objects.create({ ...reference, spec: { replicas: 2, selector: { matchLabels: labels }, template } });
      const apps = config.makeApiClient(AppsV1Api);
      const target = { namespace: NAMESPACE, name: 'shop' };
      await eventually(async () => {
        const { status } = await apps.readNamespacedDeployment(target);
        return status?.availableReplicas === 2 || undefined;
      });
      const scale = await apps.readNamespacedDeploymentScale(target);
      await apps.replaceNamespacedDeploymentScale({ ...target, body: Object.assign(scale, { spec: { replicas: 1 } }) });
      await eventually(async () => {
        const { status } = await apps.readNamespacedDeployment(target);
        return status?.replicas === 1 || undefined;
      });
      const listed = await objects.list('apps/v1', 'Deployment', NAMESPACE);
      assert.deepEqual(
        listed.items.map(({ metadata }) => metadata?.name),
        ['shop'],
      );
      await objects.delete(reference);
    },
  },
  {
    name: 'watches what is added, modified and deleted',
    run: async ({ config }) => {
      const core = config.makeApiClient(CoreV1Api);
      const events: string[] = [];
      const watch = new Watch(config);
      const request = await watch.watch(
        `/api/v1/namespaces/${NAMESPACE}/secrets`,
        { fieldSelector: 'metadata.name=watched' },
        (phase) => void events.push(phase),
        () => undefined,
      );
      const target = { namespace: NAMESPACE, name: 'watched' };
      const body = { metadata: { name: 'watched' } };
      await core.createNamespacedSecret({ namespace: NAMESPACE, body });
      await core.replaceNamespacedSecret({ ...target, body: { ...body, stringData: { a: 'b' } } });
      await core.deleteNamespacedSecret(target);
      await eventually(() => events.length === 3 || undefined);
      request.abort();
      assert.deepEqual(events, ['ADDED', 'MODIFIED', 'DELETED']);
    },
  },
  {
    name: 'keeps objects in an informer',
    run: async ({ config }) => {
      const core = config.makeApiClient(CoreV1Api);
      const path = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
      const informer = makeInformer<V1ConfigMap>(
        config,
        path,
        () => core.listNamespacedConfigMap({ namespace: NAMESPACE, labelSelector: 'app=shop' }),
        'app=shop',
      );
      const seen: string[] = [];
      informer.on('add', ({ metadata }) => void seen.push(`add ${metadata?.name}`));
      informer.on('update', ({ metadata }) => void seen.push(`update ${metadata?.name}`));
      informer.on('delete', ({ metadata }) => void seen.push(`delete ${metadata?.name}`));
      await informer.start();
      try {
        await eventually(() => seen.length === 2 || undefined);
        await core.createNamespacedConfigMap({ namespace: NAMESPACE, body: { metadata: { name: 'd', labels } } });
        await eventually(() => seen.includes('add d') || undefined);
        await core.deleteNamespacedConfigMap({ namespace: NAMESPACE, name: 'a' });
        await eventually(() => seen.includes('delete a') || undefined);
        assert.deepEqual(new Set(informer.list(NAMESPACE).map(({ metadata }) => metadata?.name)), new Set(['b', 'd']));
      } finally {
        await informer.stop();
      }
    },
  },
];
