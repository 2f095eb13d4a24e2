import type { JsonObject } from '@kb/apimachinery';

/** A rule of a route: two paths, two filters, two weighted backends. */
const routeRule = (name: string): JsonObject => ({
  name,
  matches: [
    {
      path: { type: 'PathPrefix', value: `/${name}` },
      method: 'GET',
      headers: [{ name: 'x-version', value: 'v2' }],
      queryParams: [{ name: 'page', type: 'RegularExpression', value: '[0-9]+' }],
    },
    { path: { type: 'Exact', value: `/api/${name}` }, method: 'POST' },
  ],
  filters: [
    {
      type: 'RequestHeaderModifier',
      requestHeaderModifier: { set: [{ name: 'x-route', value: name }], remove: ['x-internal'] },
    },
    {
      type: 'URLRewrite',
      urlRewrite: {
        hostname: 'internal.example.com',
        path: { type: 'ReplaceFullPath', replaceFullPath: '/api' },
      },
    },
  ],
  backendRefs: [
    { name: `${name}-stable`, port: 8080, weight: 90 },
    { name: `${name}-canary`, port: 8080, weight: 10 },
  ],
  timeouts: { request: '10s', backendRequest: '2s' },
});

/** An HTTPRoute with two parents and five rules. */
export const httpRoute: JsonObject = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: { name: 'shop', labels: { app: 'shop' } },
  spec: {
    parentRefs: [
      { name: 'public', sectionName: 'shop' },
      { name: 'public', sectionName: 'api' },
    ],
    hostnames: ['shop.example.com', 'api.example.com'],
    rules: ['orders', 'carts', 'customers', 'articles', 'search'].map(routeRule),
  },
};
