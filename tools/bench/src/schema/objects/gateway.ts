import type { JsonObject } from '@kb/apimachinery';

const allowedRoutes: JsonObject = {
  kinds: [{ kind: 'HTTPRoute' }, { kind: 'GRPCRoute' }],
  namespaces: { from: 'Selector', selector: { matchLabels: { routes: 'public' } } },
};

/** A listener for a host, with its certificate. */
const secure = (name: string, hostname: string): JsonObject => ({
  name,
  hostname,
  port: 443,
  protocol: 'HTTPS',
  tls: { mode: 'Terminate', certificateRefs: [{ name: `${name}-certificate` }] },
  allowedRoutes,
});

/** A Gateway with two addresses and six listeners. */
export const gateway: JsonObject = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'Gateway',
  metadata: { name: 'public', labels: { team: 'network' } },
  spec: {
    gatewayClassName: 'standard',
    addresses: [
      { type: 'IPAddress', value: '203.0.113.7' },
      { type: 'Hostname', value: 'gateway.example.com' },
    ],
    infrastructure: {
      labels: { 'example.com/tier': 'edge', team: 'network' },
      annotations: { 'example.com/contact': 'network@example.com' },
    },
    listeners: [
      { name: 'http', port: 80, protocol: 'HTTP', allowedRoutes },
      secure('shop', 'shop.example.com'),
      secure('api', 'api.example.com'),
      secure('docs', 'docs.example.com'),
      secure('any', '*.example.com'),
      { name: 'database', port: 5432, protocol: 'TCP', allowedRoutes: { kinds: [{ kind: 'TCPRoute' }] } },
    ],
  },
};
