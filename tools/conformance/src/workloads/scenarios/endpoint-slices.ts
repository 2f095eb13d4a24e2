import type { SimulatedNode } from '@kb/simulation';
import type { Scenario, Step } from './scenario.ts';
import { labels, pod, service, settle } from './steps.ts';

const ready = (name: string): Step => ({ until: 'Pod', name, field: 'status.phase', equals: 'Running' });
const ports = [{ name: 'web', port: 80 }];
const ofController = 'endpointslice-controller.k8s.io';
const slice = { startsWith: 'web-' };
const patchSlice = (value: object): Step => ({ patch: 'EndpointSlice', name: slice, with: value });
const patchService = (value: object): Step => ({ patch: 'Service', name: 'web', with: value });
/** kube-controller-manager looks at a Service again a second after a change of its slices. */
const settleSlices: Step = { settle: true, quietMs: 3000 };
/** One Pod, and the slice of its Service. */
const made: readonly Step[] = [pod('a', labels), ready('a'), service({ ports }), settle];

/** Creates an EndpointSlice of the Service `web` by hand. */
const sliceNamed = (name: string, managedBy?: string): Step => ({
  create: {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name,
      labels: {
        'kubernetes.io/service-name': 'web',
        ...(managedBy !== undefined && { 'endpointslice.kubernetes.io/managed-by': managedBy }),
      },
    },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['192.0.2.9'] }],
    ports: [{ name: 'other', port: 9999 }],
  },
});

/** Two nodes in two zones. */
const zones: readonly SimulatedNode[] = ['a', 'b'].map((zone) => ({
  name: `node-${zone}`,
  labels: { 'topology.kubernetes.io/zone': `zone-${zone}` },
  capacity: { cpu: '2', memory: '4Gi', pods: '10' },
}));
const podOf = (name: string, node: string): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels },
    spec: {
      nodeSelector: { 'kubernetes.io/hostname': node },
      containers: [{ name: 'web', image: 'example.com/web:1' }],
    },
  },
});
/** Hints in proportion to the CPUs of zones. */
const inTopologyMode: Step = {
  create: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', annotations: { 'service.kubernetes.io/topology-mode': 'Auto' } },
    spec: { selector: labels, ports },
  },
};
const podsOn = (node: string, ...names: string[]): Step[] => [
  ...names.map((name) => podOf(name, node)),
  ...names.map((name) => ready(name)),
];

const inBothZones: readonly Step[] = [podOf('a', 'node-a'), podOf('b', 'node-b'), ready('a'), ready('b')];

/** EndpointSlices of Services that select Pods: what users do to them, and what they say about nodes and zones. */
export const endpointSliceScenarios: readonly Scenario[] = [
  { name: 'slice-deleted', steps: [...made, { delete: 'EndpointSlice', name: slice }, settleSlices] },
  {
    name: 'slice-edited',
    steps: [
      ...made,
      patchSlice({ endpoints: [{ addresses: ['192.0.2.9'] }], ports: [{ name: 'other', port: 9999 }] }),
      settleSlices,
    ],
  },
  {
    name: 'slice-relabelled',
    steps: [...made, patchSlice({ metadata: { labels: { mine: 'yes', app: 'changed' } } }), settleSlices],
  },
  {
    name: 'slice-given-to-another-controller',
    steps: [
      ...made,
      patchSlice({ metadata: { labels: { 'endpointslice.kubernetes.io/managed-by': 'example.com' } } }),
      settleSlices,
    ],
  },
  {
    name: 'slice-taken-from-the-service',
    steps: [...made, patchSlice({ metadata: { labels: { 'kubernetes.io/service-name': 'other' } } }), settleSlices],
  },
  {
    name: 'slice-of-a-user-beside-it',
    steps: [...made, sliceNamed('by-hand'), sliceNamed('by-another', 'example.com'), settleSlices],
  },
  { name: 'slice-copied', steps: [...made, sliceNamed('copy', ofController), settleSlices] },
  {
    name: 'slice-removed-with-the-service',
    steps: [
      ...made,
      sliceNamed('by-hand'),
      { delete: 'Service', name: 'web' },
      { untilGone: 'EndpointSlice', name: slice },
      settle,
    ],
  },
  {
    name: 'slice-of-a-service-that-is-orphaned',
    steps: [...made, { delete: 'Service', name: 'web', propagationPolicy: 'Orphan' }, settle],
  },
  {
    name: 'slice-of-a-service-that-becomes-external',
    steps: [
      ...made,
      patchService({ spec: { type: 'ExternalName', externalName: 'example.com', clusterIP: null, clusterIPs: null } }),
      settle,
    ],
  },
  {
    name: 'slice-of-an-ending-pod-that-is-published',
    steps: [
      pod('a', labels),
      { patch: 'Pod', name: 'a', with: { metadata: { finalizers: ['example.com/held'] } } },
      ready('a'),
      service({ ports, publishNotReadyAddresses: true }),
      settle,
      { delete: 'Pod', name: 'a' },
      settle,
    ],
  },
  {
    name: 'slice-of-labels-of-its-own',
    steps: [
      pod('a', labels),
      ready('a'),
      service({ clusterIP: 'None', ports }),
      settle,
      patchService({
        metadata: {
          labels: { 'kubernetes.io/service-name': 'other', 'service.kubernetes.io/headless': 'no', tier: 'front' },
        },
      }),
      settle,
    ],
  },
  {
    name: 'slice-of-zones',
    nodes: zones,
    steps: [...inBothZones, service({ ports }), settle],
  },
  {
    name: 'slice-of-the-same-zone',
    nodes: zones,
    steps: [...inBothZones, service({ ports, trafficDistribution: 'PreferSameZone' }), settle],
  },
  {
    name: 'slice-of-the-same-node',
    nodes: zones,
    steps: [...inBothZones, service({ ports, trafficDistribution: 'PreferSameNode' }), settle],
  },
  {
    name: 'slice-that-no-longer-prefers',
    nodes: zones,
    steps: [
      ...inBothZones,
      service({ ports, trafficDistribution: 'PreferClose' }),
      settle,
      patchService({ spec: { trafficDistribution: null } }),
      settle,
    ],
  },
  {
    name: 'slice-in-topology-mode',
    nodes: zones,
    steps: [...podsOn('node-a', 'a', 'b'), ...podsOn('node-b', 'c', 'd'), inTopologyMode, settle],
  },
  {
    name: 'slice-in-topology-mode-with-too-few-endpoints',
    nodes: zones,
    steps: [podOf('a', 'node-a'), ready('a'), inTopologyMode, settle],
  },
  {
    name: 'slice-in-topology-mode-without-zones',
    nodes: zones.map(({ labels: _labels, ...node }) => node),
    steps: [...inBothZones, inTopologyMode, settle],
  },
  {
    name: 'slice-that-leaves-topology-mode',
    nodes: zones,
    steps: [
      ...inBothZones,
      inTopologyMode,
      settle,
      patchService({ metadata: { annotations: { 'service.kubernetes.io/topology-mode': null } } }),
      settle,
    ],
  },
  {
    name: 'slice-in-topology-mode-whose-zone-goes',
    nodes: zones,
    steps: [
      ...inBothZones,
      inTopologyMode,
      settle,
      { patch: 'Node', name: 'node-b', with: { metadata: { labels: { 'topology.kubernetes.io/zone': null } } } },
      settle,
    ],
  },
];
