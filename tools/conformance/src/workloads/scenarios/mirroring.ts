import type { Scenario, Step } from './scenario.ts';
import { labels, settle } from './steps.ts';

interface Metadata {
  readonly labels?: object;
  readonly annotations?: object;
}

/** Creates the Service `web`, which selects nothing. */
const service = (spec: object = {}): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', labels: { of: 'service' } },
    spec: { ports: [{ name: 'http', port: 80 }], ...spec },
  },
});

/** Creates the Endpoints `web`. */
const endpoints = (subsets: readonly object[], metadata: Metadata = {}): Step => ({
  create: { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'web', ...metadata }, subsets },
});
const patch = (value: object): Step => ({ patch: 'Endpoints', name: 'web', with: value });
const ips = (...addresses: string[]): object[] => addresses.map((ip) => ({ ip }));
const http = [{ name: 'http', port: 8080 }];
const one = { addresses: ips('192.0.2.10'), ports: http };
const patchSlice = (value: object): Step => ({ patch: 'EndpointSlice', name: { startsWith: 'web-' }, with: value });
const made: Step[] = [service(), endpoints([one]), settle];

/** EndpointSlices that mirror the Endpoints of Services without a selector. */
export const mirroringScenarios: readonly Scenario[] = [
  { name: 'mirrored-endpoints', steps: made },
  { name: 'mirrored-before-the-service', steps: [endpoints([one]), settle, service(), settle] },
  {
    name: 'mirrored-subsets',
    steps: [
      service(),
      endpoints([
        { addresses: ips('192.0.2.10'), notReadyAddresses: ips('192.0.2.11'), ports: http },
        { addresses: ips('192.0.2.12'), ports: [{ name: 'admin', port: 81 }] },
      ]),
      settle,
    ],
  },
  {
    name: 'mirrored-shared-ports',
    steps: [
      service(),
      endpoints([
        { addresses: ips('192.0.2.10'), ports: http },
        { addresses: ips('192.0.2.11'), notReadyAddresses: ips('192.0.2.10'), ports: http },
        { addresses: ips('192.0.2.10', '192.0.2.11'), ports: [{ name: 'dns', port: 53, protocol: 'UDP' }] },
      ]),
      settle,
    ],
  },
  {
    name: 'mirrored-both-families',
    steps: [
      service(),
      endpoints([{ addresses: ips('192.0.2.10', '2001:db8::1', '2001:DB8:0:0::2'), ports: http }]),
      settle,
    ],
  },
  {
    name: 'mirrored-details',
    steps: [
      service(),
      endpoints([
        {
          addresses: [
            {
              ip: '192.0.2.10',
              hostname: 'first',
              nodeName: 'simulated',
              targetRef: { kind: 'Pod', name: 'a', namespace: '$NAMESPACE', uid: 'abc' },
            },
          ],
          ports: [
            { name: 'http', port: 8080, appProtocol: 'http' },
            { name: 'sctp', port: 9000, protocol: 'SCTP' },
          ],
        },
      ]),
      settle,
    ],
  },
  { name: 'mirrored-without-ports', steps: [service(), endpoints([{ addresses: ips('192.0.2.10') }]), settle] },
  { name: 'mirrored-without-subsets', steps: [service(), endpoints([]), settle] },
  {
    name: 'mirrored-metadata',
    steps: [
      service(),
      endpoints([one], {
        labels: { mine: 'yes' },
        annotations: {
          note: 'kept',
          'endpoints.kubernetes.io/last-change-trigger-time': '2024-01-01T00:00:00Z',
          'kubectl.kubernetes.io/last-applied-configuration': '{}',
        },
      }),
      settle,
      patch({ metadata: { labels: { mine: 'no' }, annotations: { note: 'changed' } } }),
      settle,
    ],
  },
  {
    name: 'mirrored-skipped',
    steps: [service(), endpoints([one], { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } }), settle],
  },
  {
    name: 'mirrored-until-skipped',
    steps: [...made, patch({ metadata: { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } } }), settle],
  },
  {
    name: 'mirrored-for-a-leader',
    steps: [service(), endpoints([one], { annotations: { 'control-plane.alpha.kubernetes.io/leader': '{}' } }), settle],
  },
  {
    name: 'mirrored-changes',
    steps: [
      ...made,
      patch({ subsets: [{ addresses: ips('192.0.2.11'), notReadyAddresses: ips('192.0.2.10'), ports: http }] }),
      settle,
    ],
  },
  {
    name: 'mirrored-ports-changed',
    steps: [...made, patch({ subsets: [{ ...one, ports: [{ name: 'http', port: 9090 }] }] }), settle],
  },
  { name: 'mirrored-emptied', steps: [...made, patch({ subsets: null }), settle] },
  { name: 'mirrored-endpoints-deleted', steps: [...made, { delete: 'Endpoints', name: 'web' }, settle] },
  { name: 'mirrored-service-deleted', steps: [...made, { delete: 'Service', name: 'web' }, settle] },
  {
    name: 'mirrored-until-selected',
    steps: [...made, { patch: 'Service', name: 'web', with: { spec: { selector: labels } } }, settle],
  },
  {
    name: 'mirrored-slice-deleted',
    steps: [...made, { delete: 'EndpointSlice', name: { startsWith: 'web-' } }, settle],
  },
  {
    name: 'mirrored-slice-edited',
    steps: [...made, patchSlice({ endpoints: [{ addresses: ['192.0.2.99'], conditions: {} }] }), settle],
  },
  { name: 'mirrored-headless', steps: [service({ clusterIP: 'None' }), endpoints([one]), settle] },
];
