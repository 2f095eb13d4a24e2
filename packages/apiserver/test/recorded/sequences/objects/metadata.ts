import type { Area, RequestStep, Sequence } from '../../sequence.ts';
import { configMap, configMaps, mergePatch, post, sequence, services, settle, widget, widgets } from '../../steps.ts';
import { inNamespace } from '../kinds/life.ts';

const dry = (path: string, body: unknown): RequestStep => post(`${path}?dryRun=All`, body);
const labelled = (labels: unknown): RequestStep => dry(configMaps, configMap('l', {}, { labels }));
const annotated = (annotations: unknown): RequestStep => dry(configMaps, configMap('a', {}, { annotations }));
const finalized = (...finalizers: string[]): RequestStep => dry(configMaps, configMap('f', {}, { finalizers }));
const customFinalized = (...finalizers: string[]): RequestStep =>
  dry(widgets, { ...widget('w'), metadata: { name: 'w', finalizers } });

/** Names that at least one rule refuses. */
const names = ['1abc', 'a.b', 'A_b', 'a..b', '-a', 'a-', 'a/b', 'a%b', 'a b', '.', '..', 'ä', 'System:Foo'];
const long = 'x'.repeat(64);
const longer = 'x'.repeat(254);

/** A sequence that creates objects of a kind with each name. */
const namesOf = (kind: string, path: string, content: object = {}): Sequence =>
  sequence(
    `names of ${kind}`,
    ...[...names, long, longer].map((name) => dry(path, { ...content, metadata: { name } })),
    dry(path, { ...content, metadata: { generateName: 'A_b.gen-' } }),
    dry(path, { ...content, metadata: {} }),
  );

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const workload = { spec: { selector: { matchLabels: { a: 'b' } }, template } };
const job = { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } } };
const roleRef = { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' } };
const RBAC = 'rbac.authorization.k8s.io/v1';

/** Labels, annotations and finalizers. */
export const metadata: Area = {
  name: 'metadata',
  sequences: [
    sequence(
      'labels',
      labelled({ 'a/b/c': '' }),
      labelled({ '': 'x' }),
      labelled({ '/x': 'x' }),
      labelled({ 'A.b/c': 'x' }),
      labelled({ 'a.b/': 'x' }),
      labelled({ [`${'p'.repeat(254)}/x`]: 'x' }),
      labelled({ [long]: 'x' }),
      labelled({ a: long }),
      labelled({ a: '-x' }),
      labelled({ a: 'x y', '-b': 'z' }),
      labelled({ ok: '' }),
      labelled({ 'example.com/Name_1.x': 'V-1_.x' }),
      dry(widgets, { ...widget('w'), metadata: { name: 'w', labels: { '-x': 'a b' } } }),
    ),
    sequence(
      'annotations',
      annotated({ 'a/b/c': '' }),
      annotated({ '-x': 'anything' }),
      annotated({ 'Example.COM/x': 'anything at all' }),
      annotated({ 'example.com/X': '' }),
      annotated({ [long]: 'x' }),
    ),
    sequence(
      'finalizers of built-in kinds',
      finalized('x'),
      finalized('kubernetes', 'orphan'),
      finalized('foregroundDeletion'),
      finalized('orphan', 'foregroundDeletion'),
      finalized('a.b/c', 'a.b/c'),
      finalized('A b/c'),
      finalized('a b'),
      finalized('a/b/c'),
      finalized(''),
      finalized('a.b/c', 'x', 'y'),
    ),
    sequence(
      'finalizers of custom objects',
      customFinalized('x'),
      customFinalized('a.b'),
      customFinalized('orphan'),
      customFinalized('orphan', 'foregroundDeletion'),
      customFinalized('A b/c'),
      customFinalized('a.b/c', 'a.b/c'),
      customFinalized('-'),
    ),
    sequence(
      'finalizers that are changed',
      post(configMaps, configMap('a', {}, { finalizers: ['a.b/c'] }), { quiet: true }),
      mergePatch(`${configMaps}/a`, { metadata: { finalizers: ['a.b/c', 'x'] } }),
      mergePatch(`${configMaps}/a`, { metadata: { finalizers: ['a b'] } }),
      mergePatch(`${configMaps}/a`, { metadata: { finalizers: ['orphan', 'foregroundDeletion'] } }),
      mergePatch(`${configMaps}/a`, { metadata: { finalizers: ['a.b/d'] } }),
      post(widgets, widget('w'), { quiet: true }),
      mergePatch(`${widgets}/w`, { metadata: { finalizers: ['x'] } }),
      // The real server warns of finalizers that its cache does not have yet.
      settle(widgets),
      mergePatch(`${widgets}/w`, { metadata: { finalizers: ['x', 'y'] } }),
      mergePatch(`${widgets}/w`, { metadata: { finalizers: ['a b'] } }),
      mergePatch(`${widgets}/w`, { metadata: { finalizers: ['orphan', 'foregroundDeletion'] } }),
    ),
    namesOf('config maps', configMaps),
    namesOf('services', services, { spec: { ports: [{ port: 80 }] } }),
    namesOf('pods', inNamespace('v1', 'pods'), { spec: template.spec }),
    namesOf('deployments', inNamespace('apps/v1', 'deployments'), workload),
    namesOf('stateful sets', inNamespace('apps/v1', 'statefulsets'), workload),
    namesOf('jobs', inNamespace('batch/v1', 'jobs'), job),
    namesOf('cron jobs', inNamespace('batch/v1', 'cronjobs'), { spec: { schedule: '@daily', jobTemplate: job } }),
    namesOf('namespaces', '/api/v1/namespaces'),
    namesOf('roles', inNamespace(RBAC, 'roles')),
    namesOf('cluster role bindings', `/apis/${RBAC}/clusterrolebindings`, roleRef),
    namesOf('events', inNamespace('v1', 'events'), { involvedObject: { namespace: '${NS}' } }),
    namesOf('events of the new group', inNamespace('events.k8s.io/v1', 'events'), {
      eventTime: '2026-01-01T00:00:00.000000Z',
      type: 'Normal',
      reason: 'R',
      action: 'A',
      reportingController: 'a.b/c',
      reportingInstance: 'i',
      regarding: { namespace: '${NS}' },
    }),
    namesOf('disruption budgets', inNamespace('policy/v1', 'poddisruptionbudgets')),
    namesOf('limit ranges', inNamespace('v1', 'limitranges')),
    namesOf('resource quotas', inNamespace('v1', 'resourcequotas')),
    namesOf('priority classes', '/apis/scheduling.k8s.io/v1/priorityclasses', { value: 1 }),
    namesOf('leases', inNamespace('coordination.k8s.io/v1', 'leases')),
    namesOf('endpoints', inNamespace('v1', 'endpoints')),
    namesOf('service accounts', inNamespace('v1', 'serviceaccounts')),
    namesOf('nodes', '/api/v1/nodes'),
    namesOf('endpoint slices', inNamespace('discovery.k8s.io/v1', 'endpointslices'), { addressType: 'IPv4' }),
    namesOf('ingresses', inNamespace('networking.k8s.io/v1', 'ingresses'), {
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
    }),
    namesOf('network policies', inNamespace('networking.k8s.io/v1', 'networkpolicies'), { spec: { podSelector: {} } }),
    namesOf('autoscalers', inNamespace('autoscaling/v2', 'horizontalpodautoscalers'), {
      spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
    }),
    namesOf('claims', inNamespace('v1', 'persistentvolumeclaims'), {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }),
    namesOf('secrets', inNamespace('v1', 'secrets')),
    namesOf('replica sets', inNamespace('apps/v1', 'replicasets'), workload),
    namesOf('daemon sets', inNamespace('apps/v1', 'daemonsets'), workload),
    namesOf('custom objects', widgets, { apiVersion: 'lab.example.com/v1', kind: 'Widget', spec: { color: 'red' } }),
  ],
};
