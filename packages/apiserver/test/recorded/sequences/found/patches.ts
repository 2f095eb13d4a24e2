import type { Sequence } from '../../sequence.ts';
import { configMaps, del, get, jsonPatch, mergePatch, pods, post, put, sequence, strategicPatch } from '../../steps.ts';

const ingresses = '/apis/networking.k8s.io/v1/namespaces/${NS}/ingresses';

const policies = '/apis/networking.k8s.io/v1/namespaces/${NS}/networkpolicies';
const deployments = '/apis/apps/v1/namespaces/${NS}/deployments';

const webhooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';

/** Bugs found in patches, and in who owns the fields that they write. */
export const foundPatches: readonly Sequence[] = [
  sequence(
    'orders of lists without keys',
    post(configMaps, { metadata: { name: 'a' } }),
    post(configMaps, { metadata: { name: 'b' }, data: { x: '1' } }),
    strategicPatch(`${configMaps}/a`, {
      metadata: { finalizers: [{ $patch: 'replace' }], '$setElementOrder/finalizers': ['example.com/two'] },
    }),
    strategicPatch(`${configMaps}/b`, { metadata: { managedFields: [], '$setElementOrder/managedFields': [] } }),
    strategicPatch(`${configMaps}/a`, {
      metadata: { finalizers: ['example.com/one'], '$setElementOrder/finalizers': ['example.com/one'] },
    }),
    strategicPatch(`${configMaps}/a`, {
      metadata: { finalizers: [{ $patch: 'replace' }, 'x'], '$setElementOrder/finalizers': ['x'] },
    }),
  ),
  sequence(
    'copies and tests of one place',
    post(configMaps, { metadata: { name: 'a' }, data: { x: '1' } }, { save: { version: 'metadata.resourceVersion' } }),
    jsonPatch(`${configMaps}/a`, [
      { op: 'add', path: '/data', value: { list: [{ type: 'A', status: 'True', reason: 'R' }] } },
      { op: 'copy', from: '/data/list', path: '/metadata/annotations' },
      { op: 'test', path: '/data/list', value: [{ type: 'A', status: 'True', reason: 'R' }] },
    ]),
    jsonPatch(`${configMaps}/a`, [{ op: 'copy', from: '/metadata/resourceVersion', path: '/metadata/annotations' }]),
    strategicPatch(`${configMaps}/a`, {
      metadata: { labels: { $retainKeys: ['l', 'k'] }, resourceVersion: '${version}' },
    }),
  ),
  sequence(
    'versions that are said to be none',
    post(configMaps, { metadata: { name: 'a', finalizers: ['example.com/one'] } }),
    del(`${configMaps}/a`, { preconditions: { resourceVersion: '' } }),
    del(`${configMaps}/a`, { preconditions: { uid: '' } }),
    del(`${configMaps}/a`, { propagationPolicy: 'Foreground' }),
    del(`${configMaps}/a`, { preconditions: { resourceVersion: '' } }),
    del(`${configMaps}/a`, { propagationPolicy: 'Background', preconditions: { resourceVersion: '' } }),
    del(`${configMaps}/a`, { propagationPolicy: 'Background', preconditions: { uid: '' } }),
    del(configMaps, { preconditions: { resourceVersion: '' } }),
    get(`${configMaps}/a`),
    post(configMaps, { metadata: { name: 'b' } }),
    del(`${configMaps}/b`, { propagationPolicy: 'Foreground' }, { save: { version: 'metadata.resourceVersion' } }),
    del(`${configMaps}/b?propagationPolicy=Background`, { preconditions: { resourceVersion: '${version}' } }),
    del(`${configMaps}/b?propagationPolicy=Background&dryRun=All`, {
      preconditions: { resourceVersion: '${version}' },
    }),
    get(`${configMaps}/b`),
    del(`${configMaps}/b?propagationPolicy=Background`),
    get(`${configMaps}/b`),
  ),
  sequence(
    'deletes of what is on its way',
    post(pods, { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
    del(`${pods}/a`, { propagationPolicy: 'Foreground' }),
    del(`${pods}/a?propagationPolicy=Background`),
    del(`${pods}/a?propagationPolicy=Orphan&gracePeriodSeconds=0`),
    del(`${pods}/a?propagationPolicy=Background&dryRun=All`),
    get(`${pods}/a`),
  ),
  sequence(
    'empty lists in lists that are owned as a whole',
    post(`${ingresses}?fieldManager=m0`, {
      metadata: { name: 'a' },
      spec: { ingressClassName: 'a', tls: [{}], defaultBackend: { service: { name: 's', port: { number: 80 } } } },
    }),
    mergePatch(`${ingresses}/a?fieldManager=m1`, { spec: { ingressClassName: null, tls: [{ hosts: [] }] } }),
    mergePatch(`${ingresses}/a?fieldManager=m2`, { spec: { tls: [{ hosts: [] }] } }),
    strategicPatch(`${ingresses}/a?fieldManager=m3`, { spec: { ingressClassName: 'b', tls: [{ hosts: [] }] } }),
    mergePatch(`${ingresses}/a?fieldManager=m4`, { spec: { ingressClassName: 'c', tls: [{}] } }),
    mergePatch(`${ingresses}/a?fieldManager=m5`, {
      spec: { ingressClassName: 'd', tls: [{ hosts: null, secretName: '' }] },
    }),
    get(`${ingresses}/a`),
  ),
  sequence(
    'empty lists in lists that are owned as a whole, of kinds with defaults',
    post(`${policies}?fieldManager=m0`, {
      metadata: { name: 'a' },
      spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] },
    }),
    mergePatch(`${policies}/a?fieldManager=m1`, { spec: { ingress: [{ ports: [{ port: 80 }], from: [] }] } }),
    mergePatch(`${policies}/a?fieldManager=m2`, { spec: { ingress: [{ ports: [{ port: 80 }] }] } }),
    mergePatch(`${policies}/a`, { spec: { podSelector: { matchLabels: {} } } }),
    mergePatch(`${policies}/a`, { spec: { egress: [] } }),
    mergePatch(`${policies}/a`, { spec: { egress: null } }),
    mergePatch(`${policies}/a`, { spec: { policyTypes: [] } }),
    post(webhooks, webhook({})),
    mergePatch(`${webhooks}/x.\${NS}.example.com`, webhook({ rules: [] })),
    mergePatch(
      `${webhooks}/x.\${NS}.example.com`,
      webhook({ matchConditions: [], objectSelector: { matchLabels: {} } }),
    ),
    mergePatch(`${webhooks}/x.\${NS}.example.com`, webhook({ rules: null })),
    mergePatch(`${webhooks}/x.\${NS}.example.com`, { webhooks: null }),
    mergePatch(`${webhooks}/x.\${NS}.example.com`, { webhooks: [] }),
    post(`${deployments}?fieldManager=m0`, deployment([{ matchExpressions: [{ key: 'k', operator: 'Exists' }] }])),
    put(
      `${deployments}/a?fieldManager=m1`,
      deployment([{ matchExpressions: [{ key: 'k', operator: 'Exists', values: [] }] }]),
    ),
    put(
      `${deployments}/a?fieldManager=m2`,
      deployment([{ matchExpressions: [{ key: 'k', operator: 'Exists' }], matchFields: [] }]),
    ),
    put(
      `${deployments}/a?fieldManager=m3`,
      deployment([{ matchExpressions: [{ key: 'k', operator: 'Exists' }], matchFields: null }]),
    ),
  ),
];

/** A configuration with one webhook, which is called for nothing. */
function webhook(more: object): object {
  return {
    metadata: { name: 'x.${NS}.example.com' },
    webhooks: [
      {
        name: 'x.example.com',
        clientConfig: { url: 'https://127.0.0.1:9' },
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        ...more,
      },
    ],
  };
}

/** A deployment whose pods run on nodes that one of these terms selects. */
function deployment(nodeSelectorTerms: readonly object[]): object {
  return {
    metadata: { name: 'a' },
    spec: {
      selector: { matchLabels: { app: 'a' } },
      template: {
        metadata: { labels: { app: 'a' } },
        spec: {
          containers: [{ name: 'c', image: 'i' }],
          affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
        },
      },
    },
  };
}
