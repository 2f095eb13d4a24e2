import type { Area } from '../../sequence.ts';
import {
  configMap,
  configMaps,
  deployment,
  deployments,
  get,
  pod,
  pods,
  post,
  sequence,
  services,
  settle,
  strategicPatch,
} from '../../steps.ts';

const a = `${configMaps}/a`;
const d = `${deployments}/d`;
const p = `${pods}/p`;
const podSpec = (spec: unknown): object => ({ spec: { template: { spec } } });
const containers = (...list: unknown[]): object => podSpec({ containers: list });
const c = (name: string, rest: object = {}): object => ({ name, image: 'i', ...rest });
const withContainers = (...list: object[]): object =>
  deployment('d', { template: { metadata: { labels: { app: 'd' } }, spec: { containers: list } } });
const service = (ports: object[]): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 's' },
  spec: { clusterIP: 'None', ports, selector: { x: 'y' } },
});

/** Strategic merge patches: how maps and lists of built-in kinds merge. Their directives have an area of their own. */
export const strategicPatches: Area = {
  name: 'strategic merge patches',
  sequences: [
    sequence(
      'maps in strategic merge patches',
      post(configMaps, configMap('a', { a: '1', b: '2' }), { quiet: true }),
      strategicPatch(a, { data: { a: null, c: '3' } }),
      strategicPatch(a, { data: { none: null } }),
      strategicPatch(a, { data: null }),
      strategicPatch(a, { data: { x: 'y', n: null } }),
      strategicPatch(a, {}),
      strategicPatch(a, 'null'),
      strategicPatch(a, { metadata: { labels: { a: 'b' } } }),
      strategicPatch(a, { metadata: { labels: { a: null, c: 'd' }, annotations: { n: null } } }),
      get(a),
    ),
    sequence(
      'lists of objects by their merge keys',
      post(deployments, withContainers(c('c1'), c('c2')), { quiet: true }),
      strategicPatch(d, containers({ name: 'c3', image: 'x' })),
      strategicPatch(d, containers({ name: 'c2', image: 'new' }, { name: 'c3', image: 'new' })),
      strategicPatch(
        d,
        containers({
          name: 'c1',
          env: [
            { name: 'A', value: '1' },
            { name: 'B', value: '2' },
          ],
        }),
      ),
      strategicPatch(
        d,
        containers({
          name: 'c1',
          env: [
            { name: 'C', value: '3' },
            { name: 'A', value: null },
          ],
        }),
      ),
      strategicPatch(d, containers({ name: 'c1', args: ['a', 'b'], command: ['c'] })),
      strategicPatch(d, containers({ name: 'c1', args: ['c'] })),
      strategicPatch(d, containers({ name: 'c1', args: null, env: null })),
      strategicPatch(d, containers({ name: 'c1', ports: [{ containerPort: 80, name: 'http' }] })),
      strategicPatch(
        d,
        containers({ name: 'c1', ports: [{ containerPort: 80, protocol: 'UDP' }, { containerPort: 90 }] }),
      ),
      strategicPatch(d, containers({ name: 'c1', volumeMounts: [{ mountPath: '/a', name: 'v' }] })),
      strategicPatch(d, containers({ name: 'c4', image: 'x' }, { name: 'c4', image: 'y' })),
    ),
    sequence(
      'the order of merged lists',
      post(deployments, withContainers(c('c1'), c('c2'), c('c3')), { quiet: true }),
      strategicPatch(`${d}?dryRun=All`, containers(c('c4'))),
      strategicPatch(`${d}?dryRun=All`, containers(c('c2'), c('c4'))),
      strategicPatch(`${d}?dryRun=All`, containers(c('c4'), c('c2'))),
      strategicPatch(`${d}?dryRun=All`, containers(c('c3'), c('c1'))),
      strategicPatch(`${d}?dryRun=All`, containers(c('c3'), c('c4'), c('c2'))),
      strategicPatch(`${d}?dryRun=All`, containers(c('c4'), c('c1'), c('c5'), c('c3'))),
      strategicPatch(`${d}?dryRun=All`, containers(c('c2'))),
    ),
    sequence(
      'merge keys of pods',
      post(pods, pod('p'), { quiet: true }),
      strategicPatch(p, { spec: { tolerations: [{ key: 'x', operator: 'Exists' }] } }),
      post(deployments, withContainers(c('c1')), { quiet: true }),
      strategicPatch(
        d,
        podSpec({ hostAliases: [{ ip: '1.1.1.1', hostnames: ['a'] }], imagePullSecrets: [{ name: 's' }] }),
      ),
      strategicPatch(
        d,
        podSpec({ hostAliases: [{ ip: '2.2.2.2', hostnames: ['b'] }], imagePullSecrets: [{ name: 't' }] }),
      ),
      strategicPatch(d, podSpec({ hostAliases: [{ ip: '1.1.1.1', hostnames: ['c'] }] })),
      strategicPatch(d, podSpec({ tolerations: [{ key: 'a', operator: 'Exists' }] })),
      strategicPatch(d, podSpec({ tolerations: [{ key: 'b', operator: 'Exists' }] })),
      strategicPatch(d, podSpec({ initContainers: [c('i1')] })),
      strategicPatch(d, podSpec({ initContainers: [c('i2')] })),
      strategicPatch(
        d,
        podSpec({
          topologySpreadConstraints: [
            { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} },
            { maxSkew: 1, topologyKey: 'host', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: {} },
          ],
        }),
      ),
      strategicPatch(d, podSpec({ topologySpreadConstraints: [{ maxSkew: 2, topologyKey: 'host' }] })),
      strategicPatch(d, podSpec({ nodeSelector: { a: 'b' }, affinity: { nodeAffinity: null }, securityContext: null })),
      strategicPatch(d, podSpec({ nodeSelector: { c: 'd', a: null } })),
    ),
    sequence(
      'volumes and what they are made of',
      post(deployments, withContainers(c('c1')), { quiet: true }),
      strategicPatch(
        d,
        podSpec({
          volumes: [
            { name: 'v', emptyDir: {} },
            { name: 'w', configMap: { name: 'x' } },
          ],
        }),
      ),
      settle(deployments),
      strategicPatch(
        d,
        podSpec({ volumes: [{ name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/x' } }] }),
      ),
      strategicPatch(d, podSpec({ volumes: [{ name: 'v', emptyDir: { sizeLimit: '1Gi' }, hostPath: null }] })),
      strategicPatch(d, podSpec({ volumes: [{ name: 'w', configMap: { items: [{ key: 'a', path: 'b' }] } }] })),
      strategicPatch(
        d,
        podSpec({
          volumes: [
            { name: 'u', $patch: 'delete' },
            { name: 'v', $patch: 'delete' },
          ],
        }),
      ),
    ),
    sequence(
      'ports of a service',
      post(services, service([{ port: 80, name: 'a' }]), { quiet: true }),
      strategicPatch(`${services}/s`, { spec: { ports: [{ port: 81, name: 'b' }] } }),
      strategicPatch(`${services}/s`, { spec: { ports: [{ port: 80, targetPort: 'web' }] } }),
      strategicPatch(`${services}/s`, { spec: { ports: [{ port: 81, $patch: 'delete' }] } }),
      strategicPatch(`${services}/s`, { spec: { ports: [{ name: 'noport' }] } }),
      strategicPatch(`${services}/s`, { spec: { ports: [{ port: '80' }] } }),
      strategicPatch(`${services}/s`, { spec: { selector: { a: 'b' } } }),
      strategicPatch(`${services}/s`, { spec: { selector: { c: 'd' } } }),
    ),
    sequence(
      'lists without a strategy',
      post(
        '/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/roles',
        {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'Role',
          metadata: { name: 'r' },
          rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
        },
        { quiet: true },
      ),
      strategicPatch('/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/roles/r', {
        rules: [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] }],
      }),
      strategicPatch('/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/roles/r', { rules: null }),
      post(
        '/api/v1/namespaces/${NS}/serviceaccounts',
        {
          apiVersion: 'v1',
          kind: 'ServiceAccount',
          metadata: { name: 'sa' },
          secrets: [{ name: 'a' }],
          imagePullSecrets: [{ name: 'x' }],
        },
        { quiet: true },
      ),
      strategicPatch('/api/v1/namespaces/${NS}/serviceaccounts/sa', {
        secrets: [{ name: 'b' }],
        imagePullSecrets: [{ name: 'y' }],
      }),
      post(
        '/apis/policy/v1/namespaces/${NS}/poddisruptionbudgets',
        {
          apiVersion: 'policy/v1',
          kind: 'PodDisruptionBudget',
          metadata: { name: 'b' },
          spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } },
        },
        { quiet: true },
      ),
      strategicPatch('/apis/policy/v1/namespaces/${NS}/poddisruptionbudgets/b', {
        spec: { selector: { matchLabels: { c: 'd' } } },
      }),
      strategicPatch('/apis/policy/v1/namespaces/${NS}/poddisruptionbudgets/b', {
        spec: {
          selector: { matchLabels: { e: 'f' }, matchExpressions: null },
          minAvailable: null,
          maxUnavailable: '50%',
        },
      }),
    ),
    sequence(
      'sets of scalars',
      post(configMaps, configMap('a', {}, { finalizers: ['a.b/one', 'a.b/two'] }), { quiet: true }),
      strategicPatch(`${a}?dryRun=All`, { metadata: { finalizers: ['a.b/three'] } }),
      strategicPatch(`${a}?dryRun=All`, { metadata: { finalizers: ['a.b/two', 'a.b/three'] } }),
      strategicPatch(`${a}?dryRun=All`, { metadata: { finalizers: ['a.b/two', 'a.b/one'] } }),
      strategicPatch(`${a}?dryRun=All`, { metadata: { finalizers: [] } }),
      strategicPatch(`${a}?dryRun=All`, { metadata: { finalizers: null } }),
      strategicPatch(`${a}?dryRun=All`, { metadata: { finalizers: ['a.b/x', 'a.b/x'] } }),
      strategicPatch(`${a}?dryRun=All`, { metadata: { finalizers: [5] } }),
      strategicPatch(`${a}?dryRun=All`, { metadata: { finalizers: [null] } }),
      strategicPatch(`${a}?dryRun=All`, { metadata: { finalizers: [{ a: 'b' }] } }),
      strategicPatch(`${a}?dryRun=All`, { metadata: { finalizers: [['a']] } }),
      strategicPatch(`${a}?dryRun=All`, { metadata: { finalizers: 'x' } }),
      strategicPatch(`${a}?dryRun=All`, {
        metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'x', uid: 'u1' }] },
      }),
      strategicPatch(a, { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'x', uid: 'u1' }] } }),
      strategicPatch(a, { metadata: { ownerReferences: [{ uid: 'u1', controller: true }] } }),
      strategicPatch(a, { metadata: { ownerReferences: [{ name: 'nouid' }] } }),
      strategicPatch(a, { metadata: { ownerReferences: [{ uid: 'u1', $patch: 'delete' }] } }),
    ),
    sequence(
      'shapes that do not fit a strategic merge patch',
      post(deployments, withContainers(c('c1')), { quiet: true }),
      post(configMaps, configMap('a', {}, { finalizers: ['a.b/one'] }), { quiet: true }),
      strategicPatch(d, podSpec({ containers: { name: 'x' } })),
      strategicPatch(d, containers('a')),
      strategicPatch(d, containers(['a'])),
      strategicPatch(d, containers(null)),
      strategicPatch(d, containers({ image: 'x' })),
      strategicPatch(d, podSpec('x')),
      strategicPatch(d, podSpec(['x'])),
      strategicPatch(d, { spec: { replicas: 'three' } }),
      strategicPatch(d, { spec: { replicas: true } }),
      strategicPatch(d, { spec: { replicas: 1.5 } }),
      strategicPatch(d, { spec: { replicas: { a: 1 } } }),
      strategicPatch(d, { spec: { replicas: [1] } }),
      strategicPatch(d, { spec: { replicas: 99999999999 } }),
      strategicPatch(d, { spec: { paused: 'x' } }),
      strategicPatch(d, containers({ name: 'c1', image: 5 })),
      strategicPatch(d, containers({ name: 'c1', image: { a: 'b' } })),
      strategicPatch(d, containers({ name: 'c1', args: ['a', 5] })),
      strategicPatch(d, containers({ name: 'c1', resources: { limits: { cpu: 'lots' } } })),
      strategicPatch(d, containers({ name: 'c1', livenessProbe: { httpGet: { port: true } } })),
      strategicPatch(d, { spec: { strategy: { rollingUpdate: { maxSurge: {} } } } }),
      strategicPatch(d, { metadata: { labels: { a: { b: 'c' } } } }),
      strategicPatch(d, { metadata: { creationTimestamp: 'yesterday' } }),
      strategicPatch(d, { status: 'x' }),
      strategicPatch(a, { data: ['x'] }),
      strategicPatch(a, { data: 'x' }),
      strategicPatch(a, { binaryData: { a: '***' } }),
      strategicPatch(a, { immutable: 'x' }),
    ),
    sequence(
      'fields that a kind does not have, in strategic merge patches',
      post(configMaps, configMap('a'), { quiet: true }),
      post(deployments, withContainers(c('c1')), { quiet: true }),
      strategicPatch(a, { bogus: 1 }),
      strategicPatch(`${a}?fieldValidation=Strict`, { bogus: 1 }),
      strategicPatch(`${a}?fieldValidation=Strict`, { bogus: { a: ['x', { b: null }] }, data: { x: '1' } }),
      strategicPatch(`${a}?fieldValidation=Ignore`, { bogus: 1 }),
      strategicPatch(a, '{"data":{"x":"1","x":"2"}}'),
      strategicPatch(`${a}?fieldValidation=Strict`, '{"data":{"x":"1","x":"2"}}'),
      strategicPatch(a, '{"data":{"x":"1","x":"3"},"bogus":1}'),
      strategicPatch(d, containers({ name: 'c1', nope: { deep: 1 } })),
      strategicPatch(`${d}?fieldValidation=Strict`, containers({ name: 'c1', nope: { deep: 1 } })),
      strategicPatch(d, { spec: { Replicas: 3 } }),
    ),
    sequence(
      'bodies that are no strategic merge patch',
      post(configMaps, configMap('a'), { quiet: true }),
      strategicPatch(a, 'nonsense'),
      strategicPatch(a, '[]'),
      strategicPatch(a, '"x"'),
      strategicPatch(a, '5'),
      strategicPatch(a, 'true'),
      strategicPatch(`${a}?fieldValidation=Ignore`, '[]'),
      strategicPatch(`${a}?fieldValidation=Ignore`, '5'),
      strategicPatch(`${a}?fieldValidation=Ignore`, '{"data"'),
    ),
  ],
};
