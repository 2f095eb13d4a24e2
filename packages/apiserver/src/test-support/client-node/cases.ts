import assert from 'node:assert/strict';
import {
  ApiException,
  AppsV1Api,
  BatchV1Api,
  CoordinationV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubernetesObjectApi,
  type KubeConfig,
  PatchStrategy,
  setHeaderOptions,
  type V1Deployment,
  V1MicroTime,
} from '@kubernetes/client-node';

/** What a case runs with. */
export interface ClientNodeStage {
  readonly config: KubeConfig;
  /** A namespace that only this case uses. */
  readonly namespace: string;
}

/**
 * Something that users do with client-node. The server serves `widgets.lab.example.com/v1`: a required colour, replicas
 * with the default 1, and the subresources status and scale.
 */
export interface ClientNodeCase {
  readonly name: string;
  run(stage: ClientNodeStage): Promise<void>;
}

export const widgets = { group: 'lab.example.com', version: 'v1', plural: 'widgets' };

/** Returns a Deployment with one container. */
const web = (replicas = 1): V1Deployment => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx:1' }] } },
  },
});

/** Rejects unless the server responds with a Status of this code and reason. */
async function refused(request: Promise<unknown>, code: number, reason: string): Promise<void> {
  const error = await request.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiException, `expected ${code}, got ${String(error)}`);
  const status = JSON.parse(String(error.body)) as { reason: string };
  assert.deepEqual([error.code, status.reason], [code, reason]);
}

/** Cases of the API classes, verb by verb. */
export const apiCases: readonly ClientNodeCase[] = [
  {
    name: 'core: create, read, replace, list, delete',
    run: async ({ config, namespace }) => {
      const core = config.makeApiClient(CoreV1Api);
      const made = await core.createNamespacedConfigMap({
        namespace,
        body: { metadata: { name: 'a', labels: { set: 'x' } }, data: { a: '1' }, binaryData: { b: 'AAH+' } },
      });
      assert.ok(made.metadata?.creationTimestamp instanceof Date && made.metadata.uid);
      const replaced = await core.replaceNamespacedConfigMap({
        namespace,
        name: 'a',
        // oxlint-disable-next-line typescript/no-misused-spread -- these classes hold data only.
        body: { ...made, data: { a: '2' } },
      });
      assert.deepEqual([replaced.data, replaced.binaryData], [{ a: '2' }, { b: 'AAH+' }]);
      await refused(core.replaceNamespacedConfigMap({ namespace, name: 'a', body: made }), 409, 'Conflict');
      await refused(
        core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'a' } } }),
        409,
        'AlreadyExists',
      );
      await refused(core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'A b' } } }), 422, 'Invalid');
      await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'b', labels: { set: 'x' } } } });
      const first = await core.listNamespacedConfigMap({ namespace, labelSelector: 'set=x', limit: 1 });
      const { _continue } = first.metadata ?? {};
      assert.ok(_continue);
      const second = await core.listNamespacedConfigMap({ namespace, labelSelector: 'set=x', limit: 1, _continue });
      assert.deepEqual(
        [...first.items, ...second.items].map(({ metadata }) => metadata?.name),
        ['a', 'b'],
      );
      const found = await core.listNamespacedConfigMap({ namespace, fieldSelector: 'metadata.name=b' });
      assert.equal(found.items.length, 1);
      const status = await core.deleteNamespacedConfigMap({ namespace, name: 'b' });
      assert.equal(status.status, 'Success');
      await refused(core.readNamespacedConfigMap({ namespace, name: 'b' }), 404, 'NotFound');
      await core.deleteCollectionNamespacedConfigMap({ namespace, labelSelector: 'set=x' });
      assert.equal((await core.listNamespacedConfigMap({ namespace, labelSelector: 'set=x' })).items.length, 0);
    },
  },
  {
    name: 'patches of every type',
    run: async ({ config, namespace }) => {
      const apps = config.makeApiClient(AppsV1Api);
      await apps.createNamespacedDeployment({ namespace, body: web() });
      const where = { namespace, name: 'web' };
      const as = (strategy: string) => setHeaderOptions('Content-Type', strategy);
      const json = await apps.patchNamespacedDeployment({
        ...where,
        body: [{ op: 'replace', path: '/spec/replicas', value: 2 }],
      });
      assert.equal(json.spec?.replicas, 2);
      const merge = await apps.patchNamespacedDeployment(
        { ...where, body: { metadata: { labels: { app: null, b: 'c' } } } },
        as(PatchStrategy.MergePatch),
      );
      assert.deepEqual(merge.metadata?.labels, { b: 'c' });
      const strategic = await apps.patchNamespacedDeployment(
        { ...where, body: { spec: { template: { spec: { containers: [{ name: 'd', image: 'busybox' }] } } } } },
        as(PatchStrategy.StrategicMergePatch),
      );
      assert.deepEqual(strategic.spec?.template.spec?.containers.map(({ name }) => name).sort(), ['c', 'd']);
      const apply = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { replicas: 5 } };
      await refused(
        apps.patchNamespacedDeployment(
          { ...where, body: apply, fieldManager: 'me' },
          as(PatchStrategy.ServerSideApply),
        ),
        409,
        'Conflict',
      );
      const applied = await apps.patchNamespacedDeployment(
        { ...where, body: apply, fieldManager: 'me', force: true },
        as(PatchStrategy.ServerSideApply),
      );
      assert.equal(applied.spec?.replicas, 5);
      assert.ok(
        applied.metadata?.managedFields?.some(({ manager, operation }) => manager === 'me' && operation === 'Apply'),
      );
    },
  },
  {
    name: 'apps and batch: status, scale, dry run, cascade',
    run: async ({ config, namespace }) => {
      const apps = config.makeApiClient(AppsV1Api);
      const dry = await apps.createNamespacedDeployment({ namespace, body: web(), dryRun: 'All' });
      assert.equal(dry.spec?.strategy?.type, 'RollingUpdate');
      await refused(apps.readNamespacedDeployment({ namespace, name: 'web' }), 404, 'NotFound');
      await apps.createNamespacedDeployment({ namespace, body: web() });
      const scale = await apps.readNamespacedDeploymentScale({ namespace, name: 'web' });
      const scaled = await apps.replaceNamespacedDeploymentScale({
        namespace,
        name: 'web',
        // oxlint-disable-next-line typescript/no-misused-spread -- as above.
        body: { ...scale, spec: { replicas: 3 } },
      });
      assert.equal(scaled.spec?.replicas, 3);
      const status = await apps.patchNamespacedDeploymentStatus({
        namespace,
        name: 'web',
        body: [{ op: 'add', path: '/status/observedGeneration', value: 2 }],
      });
      assert.equal(status.status?.observedGeneration, 2);
      await apps.deleteNamespacedDeployment({ namespace, name: 'web', propagationPolicy: 'Foreground' });
      const going = await apps.readNamespacedDeployment({ namespace, name: 'web' });
      assert.deepEqual(going.metadata?.finalizers, ['foregroundDeletion']);
      const batch = config.makeApiClient(BatchV1Api);
      const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox' }] } };
      const often = await batch.createNamespacedCronJob({
        namespace,
        body: { metadata: { name: 'often' }, spec: { schedule: '* * * * *', jobTemplate: { spec: { template } } } },
      });
      assert.equal(often.spec?.concurrencyPolicy, 'Allow');
      const lease = await config.makeApiClient(CoordinationV1Api).createNamespacedLease({
        namespace,
        body: { metadata: { name: 'l' }, spec: { holderIdentity: 'me', acquireTime: new V1MicroTime() } },
      });
      assert.equal(lease.spec?.holderIdentity, 'me');
    },
  },
  {
    name: 'custom objects',
    run: async ({ config, namespace }) => {
      const custom = config.makeApiClient(CustomObjectsApi);
      const where = { ...widgets, namespace };
      const body = {
        apiVersion: 'lab.example.com/v1',
        kind: 'Widget',
        metadata: { name: 'w' },
        spec: { color: 'red' },
      };
      const made = await custom.createNamespacedCustomObject({ ...where, body });
      assert.equal(made.spec.replicas, 1);
      await refused(
        custom.createNamespacedCustomObject({ ...where, body: { ...body, spec: { color: 'pink' } } }),
        422,
        'Invalid',
      );
      const patched = await custom.patchNamespacedCustomObject(
        { ...where, name: 'w', body: { spec: { color: 'green' } } },
        setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
      );
      assert.equal(patched.spec.color, 'green');
      await custom.replaceNamespacedCustomObjectStatus({
        ...where,
        name: 'w',
        body: { ...patched, status: { replicas: 7 } },
      });
      const read = await custom.getNamespacedCustomObject({ ...where, name: 'w' });
      assert.deepEqual([read.spec.color, read.status], ['green', { replicas: 7 }]);
      const scale = await custom.getNamespacedCustomObjectScale({ ...where, name: 'w' });
      assert.equal(scale.status.replicas, 7);
      const list = await custom.listNamespacedCustomObject({ ...where });
      assert.deepEqual([list.kind, list.items.length], ['WidgetList', 1]);
      await custom.deleteNamespacedCustomObject({ ...where, name: 'w' });
      await refused(custom.getNamespacedCustomObject({ ...where, name: 'w' }), 404, 'NotFound');
    },
  },
  {
    name: 'objects of any kind',
    run: async ({ config, namespace }) => {
      const objects = KubernetesObjectApi.makeApiClient(config);
      const metadata = { name: 'any', namespace };
      const widget = { apiVersion: 'lab.example.com/v1', kind: 'Widget', metadata, spec: { color: 'red' } };
      await objects.create(widget);
      await objects.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
      await objects.patch(
        { ...widget, spec: { color: 'green' } },
        undefined,
        undefined,
        'me',
        true,
        PatchStrategy.ServerSideApply,
      );
      const read = await objects.read({ apiVersion: 'lab.example.com/v1', kind: 'Widget', metadata });
      assert.deepEqual(JSON.parse(JSON.stringify(read)).spec.color, 'green');
      assert.equal(
        (await objects.list('v1', 'ConfigMap', namespace, undefined, undefined, undefined, 'metadata.name=any')).items
          .length,
        1,
      );
      await objects.delete({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
      await refused(objects.read({ apiVersion: 'v1', kind: 'ConfigMap', metadata }), 404, 'NotFound');
    },
  },
];
