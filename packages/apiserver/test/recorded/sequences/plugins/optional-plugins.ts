import type { Area } from '../../sequence.ts';
import { del, get, jsonPatch, mergePatch, pod, pods, post, sequence, services } from '../../steps.ts';

const withoutBody = { withoutBody: true };
const quiet = { quiet: true };

const service = (name: string, externalIPs: readonly string[]): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { clusterIP: 'None', ports: [{ port: 80 }], ...(externalIPs.length > 0 && { externalIPs }) },
});

const apart = (...topologyKeys: string[]): object => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: topologyKeys.map((topologyKey) => ({
        labelSelector: { matchLabels: { a: 'b' } },
        topologyKey,
      })),
    },
  },
});

const requesting = (...resources: string[]): object => ({
  containers: [
    {
      name: 'c',
      image: 'i',
      resources: {
        requests: Object.fromEntries(resources.map((resource) => [resource, '1'])),
        limits: Object.fromEntries(resources.map((resource) => [resource, '1'])),
      },
    },
  ],
});

const selecting = (suffix: string, selector: string): ReturnType<typeof post> =>
  post(
    '/api/v1/namespaces',
    {
      metadata: { name: `\${NS}-${suffix}`, annotations: { 'scheduler.alpha.kubernetes.io/node-selector': selector } },
    },
    quiet,
  );

/** Plugins that are off by default. */
export const optionalPlugins: Area = {
  name: 'optional admission plugins',
  server: {
    enableAdmissionPlugins: [
      'AlwaysAdmit',
      'AlwaysPullImages',
      'DenyServiceExternalIPs',
      'ExtendedResourceToleration',
      'LimitPodHardAntiAffinityTopology',
      'PodNodeSelector',
    ],
  },
  sequences: [
    sequence(
      'AlwaysPullImages',
      post(
        pods,
        pod('p', {
          initContainers: [{ name: 'i', image: 'i:1' }],
          containers: [{ name: 'c', image: 'i:1', imagePullPolicy: 'Never' }],
          volumes: [{ name: 'v', image: { reference: 'r', pullPolicy: 'IfNotPresent' } }],
        }),
      ),
      jsonPatch(`${pods}/p`, [{ op: 'replace', path: '/spec/containers/0/image', value: 'i:2' }]),
      mergePatch(`${pods}/p`, { metadata: { labels: { a: 'b' } } }, withoutBody),
      mergePatch(`${pods}/p/ephemeralcontainers`, {
        spec: { ephemeralContainers: [{ name: 'e', image: 'e:1', imagePullPolicy: 'Never' }] },
      }),
    ),
    sequence(
      'DenyServiceExternalIPs',
      post(services, service('denied', ['1.2.3.4'])),
      post(services, service('s', []), withoutBody),
      mergePatch(`${services}/s`, { spec: { externalIPs: ['1.2.3.4'] } }),
      mergePatch(`${services}/s`, { metadata: { labels: { a: 'b' } } }, withoutBody),
      mergePatch(`${services}/s/status`, { status: {} }, withoutBody),
    ),
    sequence(
      'ExtendedResourceToleration',
      post(pods, pod('q', requesting('example.com/b', 'example.com/a', 'cpu'))),
      post(
        pods,
        pod('r', {
          ...requesting('example.com/b'),
          tolerations: [
            { key: 'example.com/b', operator: 'Exists', effect: 'NoSchedule' },
            { key: 'example.com/b', operator: 'Exists', effect: 'NoExecute' },
          ],
        }),
      ),
    ),
    sequence(
      'LimitPodHardAntiAffinityTopology',
      post(pods, pod('near', apart('kubernetes.io/hostname')), withoutBody),
      post(pods, pod('far', apart('kubernetes.io/hostname', 'zone', 'region'))),
      post(pods, { ...pod('x', apart('zone')), metadata: { generateName: 'g-' } }, withoutBody),
    ),
    sequence(
      'PodNodeSelector',
      selecting('a', 'a=1, b = 2'),
      post('/api/v1/namespaces/${NS}-a/pods', pod('p')),
      post('/api/v1/namespaces/${NS}-a/pods', pod('more', { nodeSelector: { a: '1', c: '3' } })),
      post('/api/v1/namespaces/${NS}-a/pods', pod('conflict', { nodeSelector: { b: '3' } })),
      post('/api/v1/namespaces/${NS}-a/pods', {
        ...pod('x', { nodeSelector: { b: '3' } }),
        metadata: { generateName: 'g-' },
      }),
      mergePatch('/api/v1/namespaces/${NS}-a/pods/p', { metadata: { labels: { a: 'b' } } }, withoutBody),
      selecting('wrong', 'a'),
      post('/api/v1/namespaces/${NS}-wrong/pods', pod('p')),
      selecting('key', '-=1'),
      post('/api/v1/namespaces/${NS}-key/pods', pod('p')),
      selecting('value', 'a=b c'),
      post('/api/v1/namespaces/${NS}-value/pods', pod('p')),
      selecting('empty', ''),
      post('/api/v1/namespaces/${NS}-empty/pods', pod('p'), withoutBody),
    ),
  ],
};

/** A server without some default plugins, and with those for namespaces. */
export const otherPlugins: Area = {
  name: 'other admission plugins',
  server: {
    enableAdmissionPlugins: ['NamespaceAutoProvision', 'NamespaceExists'],
    disableAdmissionPlugins: [
      'ServiceAccount',
      'DefaultTolerationSeconds',
      'PodSecurity',
      'Priority',
      'StorageObjectInUseProtection',
      'TaintNodesByCondition',
    ],
  },
  sequences: [
    sequence(
      'NamespaceAutoProvision and NamespaceExists',
      post('/api/v1/namespaces/${NS}-dry/configmaps?dryRun=All', { metadata: { name: 'c' } }),
      post('/api/v1/namespaces/${NS}-new/configmaps', { metadata: { name: 'c' } }),
      get('/api/v1/namespaces/${NS}-new'),
      post('/api/v1/namespaces/${NS}-invalid/configmaps', { metadata: { name: 'C' } }),
      get('/api/v1/namespaces/${NS}-invalid', withoutBody),
      del('/api/v1/namespaces/${NS}-none/configmaps/c'),
      mergePatch('/api/v1/namespaces/${NS}-none/configmaps/c', { data: { a: 'b' } }),
    ),
    sequence(
      'plugins that are disabled',
      post('/api/v1/namespaces', {
        metadata: { name: '${NS}-r', labels: { 'pod-security.kubernetes.io/enforce': 'unknown' } },
      }),
      post('/api/v1/namespaces/${NS}-r/pods', pod('p', { hostPID: true, priorityClassName: 'none' })),
      post('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: '${NS}-n' } }),
      post('/api/v1/namespaces/${NS}/persistentvolumeclaims', {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'c' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      }),
    ),
  ],
};
