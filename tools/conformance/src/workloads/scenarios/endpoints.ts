import type { Scenario, Step } from './scenario.ts';
import { available, deployment, labels, patch, pod, service, settle } from './steps.ts';

const unready = { 'simulated-node/ready': 'false' };

/** Creates a Pod that the Service `web` selects, with named ports. */
const podWith = (name: string, ports: readonly object[], spec: object = {}, annotations: object = {}): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels, annotations },
    spec: { containers: [{ name: 'web', image: 'example.com/web:1', ports }], ...spec },
  },
});
const port = (name: string, containerPort: number, protocol = 'TCP'): object => ({ name, containerPort, protocol });
const ready = (name: string): Step => ({ until: 'Pod', name, field: 'status.phase', equals: 'Running' });
const patchService = (value: object): Step => ({ patch: 'Service', name: 'web', with: value });
const patchEndpoints = (value: object): Step => ({ patch: 'Endpoints', name: 'web', with: value });
const deleteService: Step = { delete: 'Service', name: 'web' };

/** Endpoints, and EndpointSlices, of Services that select Pods. */
export const endpointsScenarios: readonly Scenario[] = [
  {
    name: 'endpoints-of-named-ports',
    steps: [
      podWith('a', [port('http', 80)]),
      podWith('b', [port('http', 8080)]),
      ready('a'),
      ready('b'),
      service({ ports: [{ name: 'web', port: 80, targetPort: 'http' }] }),
      settle,
    ],
  },
  {
    name: 'endpoints-of-several-ports',
    steps: [
      podWith('a', [port('http', 80), port('admin', 81)]),
      podWith('b', [port('http', 80)]),
      ready('a'),
      ready('b'),
      service({
        ports: [
          { name: 'web', port: 80, targetPort: 'http', appProtocol: 'kubernetes.io/h2c' },
          { name: 'admin', port: 81, targetPort: 'admin' },
          { name: 'dns', port: 53, protocol: 'UDP' },
        ],
      }),
      settle,
    ],
  },
  {
    name: 'endpoints-of-an-unknown-port',
    steps: [
      podWith('a', [port('http', 80)]),
      ready('a'),
      service({ ports: [{ port: 80, targetPort: 'nope' }] }),
      settle,
    ],
  },
  {
    name: 'endpoints-of-a-port-of-another-protocol',
    steps: [
      podWith('a', [port('dns', 53)]),
      ready('a'),
      service({ ports: [{ port: 53, protocol: 'UDP', targetPort: 'dns' }] }),
      settle,
    ],
  },
  {
    name: 'endpoints-of-some-unready-pods',
    steps: [
      podWith('a', []),
      podWith('b', [], {}, unready),
      ready('a'),
      ready('b'),
      service({ ports: [{ port: 80 }] }),
      settle,
    ],
  },
  {
    name: 'endpoints-published-when-not-ready',
    steps: [
      podWith('a', [], {}, unready),
      ready('a'),
      service({ ports: [{ port: 80 }], publishNotReadyAddresses: true }),
      settle,
    ],
  },
  {
    name: 'endpoints-of-a-headless-service-without-ports',
    steps: [podWith('a', []), ready('a'), service({ clusterIP: 'None' }), settle],
  },
  {
    name: 'endpoints-of-hostnames',
    steps: [
      podWith('a', [], { hostname: 'first', subdomain: 'web' }),
      podWith('b', [], { hostname: 'second', subdomain: 'other' }),
      ready('a'),
      ready('b'),
      service({ clusterIP: 'None', ports: [{ port: 80 }] }),
      settle,
    ],
  },
  {
    name: 'endpoints-of-pods-that-end',
    steps: [
      podWith('a', []),
      podWith('b', []),
      ready('a'),
      ready('b'),
      service({ ports: [{ port: 80 }] }),
      settle,
      { patch: 'Pod', name: 'a', subresource: 'status', with: { status: { phase: 'Failed' } } },
      settle,
    ],
  },
  {
    name: 'endpoints-of-a-pod-that-is-being-deleted',
    steps: [
      podWith('a', []),
      { patch: 'Pod', name: 'a', with: { metadata: { finalizers: ['example.com/held'] } } },
      ready('a'),
      service({ ports: [{ port: 80 }] }),
      settle,
      { delete: 'Pod', name: 'a' },
      settle,
    ],
  },
  {
    name: 'endpoints-of-a-relabelled-pod',
    steps: [
      podWith('a', []),
      pod('b', { app: 'other' }),
      ready('a'),
      ready('b'),
      service({ ports: [{ port: 80 }] }),
      settle,
      { patch: 'Pod', name: 'a', with: { metadata: { labels: { app: 'other' } } } },
      { patch: 'Pod', name: 'b', with: { metadata: { labels: { app: 'web' } } } },
      settle,
    ],
  },
  {
    name: 'endpoints-of-a-changed-selector',
    steps: [
      podWith('a', []),
      pod('b', { app: 'other' }),
      ready('a'),
      ready('b'),
      service({ ports: [{ port: 80 }] }),
      settle,
      patchService({ spec: { selector: { app: 'other' } } }),
      settle,
    ],
  },
  {
    name: 'endpoints-of-a-changed-port',
    steps: [
      podWith('a', []),
      ready('a'),
      service({ ports: [{ name: 'web', port: 80 }] }),
      settle,
      patchService({ spec: { ports: [{ name: 'http', port: 80, targetPort: 8080 }] } }),
      settle,
    ],
  },
  {
    name: 'endpoints-of-changed-labels',
    steps: [
      podWith('a', []),
      ready('a'),
      service({ ports: [{ port: 80 }] }),
      settle,
      patchService({ metadata: { labels: { app: null, tier: 'front' } } }),
      settle,
    ],
  },
  {
    name: 'endpoints-deleted-with-the-service',
    steps: [podWith('a', []), ready('a'), service({ ports: [{ port: 80 }] }), settle, deleteService, settle],
  },
  {
    name: 'endpoints-deleted-and-made-again',
    steps: [
      podWith('a', []),
      ready('a'),
      service({ ports: [{ port: 80 }] }),
      settle,
      { delete: 'Endpoints', name: 'web' },
      settle,
    ],
  },
  {
    name: 'endpoints-edited-by-a-user',
    steps: [
      podWith('a', []),
      ready('a'),
      service({ ports: [{ port: 80 }] }),
      settle,
      patchEndpoints({ metadata: { annotations: { note: 'kept' }, labels: { mine: 'yes' } }, subsets: null }),
      settle,
      patchService({ metadata: { annotations: { any: 'change' } } }),
      settle,
    ],
  },
  {
    name: 'endpoints-of-a-service-that-loses-its-selector',
    steps: [
      podWith('a', []),
      ready('a'),
      service({ ports: [{ port: 80 }] }),
      settle,
      patchService({ spec: { selector: null } }),
      settle,
    ],
  },
  {
    name: 'endpoints-of-an-external-name',
    steps: [
      podWith('a', []),
      ready('a'),
      service({ type: 'ExternalName', externalName: 'example.com', ports: [{ port: 80 }] }),
      settle,
    ],
  },
  {
    name: 'endpoints-of-a-deployment-that-is-scaled',
    steps: [
      deployment(2),
      service({ ports: [{ port: 80, targetPort: 'http' }] }),
      available(2),
      settle,
      patch({ replicas: 1 }),
      settle,
      patch({ replicas: 3 }),
      available(3),
      settle,
    ],
  },
  {
    name: 'endpoints-of-two-services',
    steps: [
      podWith('a', []),
      ready('a'),
      service({ ports: [{ port: 80 }] }),
      {
        create: {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 'web-headless' },
          spec: { selector: labels, clusterIP: 'None', ports: [{ port: 80 }] },
        },
      },
      settle,
    ],
  },
  {
    name: 'endpoints-refused',
    steps: [
      {
        create: {
          apiVersion: 'v1',
          kind: 'ResourceQuota',
          metadata: { name: 'none' },
          spec: { hard: { 'count/endpoints': '0' } },
        },
      },
      { until: 'ResourceQuota', name: 'none', field: 'status.hard', equals: { 'count/endpoints': '0' } },
      service({ ports: [{ port: 80 }] }),
      { waitMs: 3000 },
    ],
  },
];
