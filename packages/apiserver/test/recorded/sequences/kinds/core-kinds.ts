import type { Area } from '../../sequence.ts';
import { del, get, post, sequenceAlone } from '../../steps.ts';
import { inNamespace, lifeOf } from './life.ts';

const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const claims = inNamespace('v1', 'persistentvolumeclaims');
const classes = '/apis/storage.k8s.io/v1/storageclasses';
const defaultClass = (name: string): object => ({
  metadata: {
    name: `\${NS}-${name}`,
    annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
  },
  provisioner: 'a.b/c',
});
const event = { involvedObject: { namespace: '${NS}' } };
const newEvent = {
  eventTime: '2026-01-01T00:00:00.000000Z',
  type: 'Normal',
  reason: 'R',
  action: 'A',
  reportingController: 'example.com/c',
  reportingInstance: 'c-1',
  regarding: { kind: 'Pod', name: 'p', namespace: '${NS}' },
};

/** The life of an object of each kind of the core group. */
export const coreKinds: Area = {
  name: 'kinds of the core group',
  sequences: [
    sequenceAlone(
      'the default storage class',
      post(claims, { metadata: { name: 'before' }, spec: claim }),
      post(classes, defaultClass('old')),
      post(classes, defaultClass('new')),
      post(claims, { metadata: { name: 'filled' }, spec: claim }, { quiet: true }),
      post(claims, { metadata: { name: 'none' }, spec: { ...claim, storageClassName: '' } }),
      post(claims, { metadata: { name: 'other' }, spec: { ...claim, storageClassName: 'other' } }),
      del(`${classes}/\${NS}-old`),
      post(claims, { metadata: { name: 'left' }, spec: claim }),
      del(`${classes}/\${NS}-new`),
      get(`${claims}/left`),
    ),
    lifeOf({
      kind: 'Namespace',
      path: '/api/v1/namespaces',
      cluster: true,
      full: { metadata: { labels: { a: 'b' } }, spec: { finalizers: ['a.b/c', 'kubernetes'] } },
      change: { spec: { finalizers: ['x.y/z'] } },
      status: { phase: 'Active', conditions: [{ type: 'X', status: 'True' }] },
    }),
    lifeOf({
      kind: 'ConfigMap',
      path: inNamespace('v1', 'configmaps'),
      full: { data: { b: '2', a: '', 10: 'x', 9: 'y' }, binaryData: { z: 'AAE=' }, immutable: false },
      change: { data: { a: '1' } },
    }),
    lifeOf({
      kind: 'Secret',
      path: inNamespace('v1', 'secrets'),
      full: { type: 'a.b/c', data: { a: 'YQ==', e: '' }, stringData: { a: 'über', s: '' }, immutable: true },
      change: { stringData: { a: '1' } },
    }),
    lifeOf({
      kind: 'ServiceAccount',
      path: inNamespace('v1', 'serviceaccounts'),
      full: {
        secrets: [{ name: 's', kind: 'Secret', namespace: 'x' }],
        imagePullSecrets: [{ name: 'p' }],
        automountServiceAccountToken: false,
      },
      change: { automountServiceAccountToken: true },
    }),
    lifeOf({
      kind: 'Service',
      path: inNamespace('v1', 'services'),
      minimal: { spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } },
      full: {
        spec: {
          type: 'LoadBalancer',
          ports: [
            { name: 'a', port: 80, targetPort: 'http', appProtocol: 'x.y/z' },
            { name: 'b', port: 80, protocol: 'UDP' },
          ],
          selector: { a: 'b' },
          externalTrafficPolicy: 'Local',
          internalTrafficPolicy: 'Local',
          sessionAffinity: 'ClientIP',
          externalIPs: ['1.2.3.4'],
          loadBalancerIP: '5.6.7.8',
          loadBalancerClass: 'a.b/c',
          loadBalancerSourceRanges: ['10.0.0.0/8'],
          publishNotReadyAddresses: true,
          ipFamilyPolicy: 'PreferDualStack',
        },
      },
      change: { spec: { selector: { x: 'y' } } },
      status: {
        loadBalancer: { ingress: [{ ip: '1.2.3.4', ports: [{ port: 80, protocol: 'TCP' }] }, { hostname: 'h' }] },
      },
    }),
    lifeOf({
      kind: 'Endpoints',
      path: inNamespace('v1', 'endpoints'),
      full: {
        subsets: [
          {
            addresses: [
              { ip: '10.1.1.2', nodeName: 'n', targetRef: { kind: 'Pod', name: 'p' } },
              { ip: '10.1.1.1', hostname: 'h' },
            ],
            notReadyAddresses: [{ ip: '10.1.1.3' }],
            ports: [{ port: 80 }],
          },
        ],
      },
      change: { subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports: [{ port: 81, name: 'x' }] }] },
    }),
    lifeOf({
      kind: 'Node',
      path: '/api/v1/nodes',
      cluster: true,
      full: {
        spec: {
          podCIDR: '10.244.0.0/24',
          podCIDRs: ['10.244.0.0/24'],
          providerID: 'x://y',
          unschedulable: true,
          taints: [{ key: 'k', effect: 'NoExecute' }],
        },
        status: {
          capacity: { cpu: '4', memory: '8Gi', pods: '110' },
          addresses: [{ type: 'InternalIP', address: '1.2.3.4' }],
          conditions: [{ type: 'Ready', status: 'True' }],
        },
      },
      change: { spec: { unschedulable: true } },
      status: { capacity: { cpu: '2' }, nodeInfo: { kubeletVersion: 'v1' }, images: [{ names: ['i'] }] },
    }),
    lifeOf({
      kind: 'PersistentVolumeClaim',
      path: inNamespace('v1', 'persistentvolumeclaims'),
      minimal: { spec: claim },
      full: {
        spec: {
          accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
          resources: { requests: { storage: '0.5Gi' }, limits: { storage: '2Gi' } },
          storageClassName: 'sc',
          volumeMode: 'Block',
          volumeName: 'v',
          selector: { matchLabels: { a: 'b' } },
          dataSource: { kind: 'PersistentVolumeClaim', name: 'other' },
        },
      },
      change: { spec: { volumeName: 'v' } },
      replacement: { spec: { ...claim, volumeName: 'v' } },
      status: { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } },
    }),
    lifeOf({
      kind: 'PersistentVolume',
      path: '/api/v1/persistentvolumes',
      cluster: true,
      minimal: {
        spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
      },
      full: {
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          csi: { driver: 'a.b', volumeHandle: 'h' },
          persistentVolumeReclaimPolicy: 'Delete',
          storageClassName: 'sc',
          mountOptions: ['ro'],
          claimRef: { namespace: '${NS}', name: 'c' },
          nodeAffinity: {
            required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'Exists' }] }] },
          },
        },
      },
      change: { spec: { persistentVolumeReclaimPolicy: 'Delete' } },
      status: { phase: 'Bound' },
    }),
    lifeOf({
      kind: 'ResourceQuota',
      path: inNamespace('v1', 'resourcequotas'),
      full: { spec: { hard: { pods: '10', 'requests.cpu': '1000m' }, scopes: ['NotTerminating'] } },
      change: { spec: { hard: { configmaps: '100' } } },
      status: { hard: { pods: '100' }, used: { pods: '0' } },
    }),
    lifeOf({
      kind: 'LimitRange',
      path: inNamespace('v1', 'limitranges'),
      full: {
        spec: {
          limits: [
            { type: 'Container', max: { cpu: '2' }, min: { cpu: '100m', memory: '1Mi' }, default: { memory: '1Gi' } },
            { type: 'Pod', max: { cpu: '4' } },
            { type: 'PersistentVolumeClaim', min: { storage: '1Gi' } },
          ],
        },
      },
      change: { spec: { limits: [{ type: 'Pod', max: { memory: '4Gi' } }] } },
    }),
    lifeOf({
      kind: 'Event',
      path: inNamespace('v1', 'events'),
      minimal: event,
      full: {
        involvedObject: {
          apiVersion: 'v1',
          kind: 'Pod',
          name: 'p',
          namespace: '${NS}',
          uid: 'u',
          resourceVersion: '1',
          fieldPath: 'spec',
        },
        reason: 'R',
        message: 'M',
        type: 'Warning',
        source: { component: 'c', host: 'h' },
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:00:01+02:00',
        count: 3,
      },
      change: { count: 5 },
    }),
    lifeOf({
      kind: 'Event of events.k8s.io',
      path: inNamespace('events.k8s.io/v1', 'events'),
      minimal: newEvent,
      full: {
        ...newEvent,
        note: 'N',
        related: { kind: 'Node', name: 'n' },
        series: { count: 2, lastObservedTime: '2026-01-01T00:00:01.000000Z' },
      },
      change: { series: { count: 5, lastObservedTime: '2026-01-01T00:00:09.123456Z' } },
    }),
  ],
};
