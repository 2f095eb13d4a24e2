import type { Area } from '../../sequence.ts';
import { asTable, del, get, mergePatch, post, put, sequenceAlone } from '../../steps.ts';
import { apiService, apiServices } from './api-services.ts';

const one = `${apiServices}/v1.\${NS}.example.com`;
const service = { namespace: '${NS}', name: 's' };

/** What changes the condition of an APIService. */
export const availability: Area = {
  name: 'aggregation and availability',
  sequences: [
    sequenceAlone(
      'changes of the API service of a built-in version',
      get(`${apiServices}/v1.node.k8s.io`, { save: { uid: 'metadata.uid' } }),
      mergePatch(`${apiServices}/v1.node.k8s.io`, { metadata: { labels: { mine: 'yes' } } }),
      mergePatch(`${apiServices}/v1.node.k8s.io`, { spec: { versionPriority: 33 } }, { quiet: true }),
      get(`${apiServices}/v1.node.k8s.io`),
      mergePatch(`${apiServices}/v1.node.k8s.io/status`, { status: { conditions: null } }, { quiet: true }),
      get(`${apiServices}/v1.node.k8s.io`, { shows: 'Local APIServices' }),
      del(`${apiServices}/v1.node.k8s.io`, undefined),
      get(`${apiServices}/v1.node.k8s.io`, { until: 404 }),
      get('/apis/node.k8s.io/v1'),
    ),
    sequenceAlone(
      'the life of an API service',
      post(apiServices, apiService('v1', { service, insecureSkipTLSVerify: true }, { finalizers: ['a.b/c'] })),
      get(one, { shows: 'ServiceNotFound' }),
      get(one, asTable),
      get(`${one}/status`),
      get(`${one}/scale`),
      put(one, apiService('v1', { service, insecureSkipTLSVerify: true })),
      mergePatch(one, { status: { conditions: [{ type: 'Mine', status: 'True' }] } }),
      mergePatch(one, { metadata: { finalizers: ['mine'] } }),
      mergePatch(one, {
        spec: { versionPriority: 11, service: { port: 8443 } },
        metadata: { annotations: { a: 'b' } },
      }),
      mergePatch(`${one}/status`, {
        spec: { versionPriority: 12 },
        metadata: { labels: { of: 'status' } },
        status: { conditions: [{ type: 'Mine', status: 'Unknown', reason: 'R', message: 'm' }] },
      }),
      get(one, { shows: 'ServiceNotFound' }),
      mergePatch(`${one}/status`, { status: { conditions: [{ type: 'Mine', status: 'perhaps' }] } }),
      mergePatch(one, { spec: { version: 'v2' } }),
      mergePatch(one, { spec: { service: null } }),
      get(`/apis/\${NS}.example.com`),
      get('/openapi/v3/apis/${NS}.example.com/v1'),
      get('/apis/${NS}.example.com/v2'),
      get('/apis/${NS}.example.com/v2/things'),
      del(`${one}?dryRun=All`),
      del(one),
      mergePatch(one, { metadata: { finalizers: null } }),
      get(one),
      get(`/apis/\${NS}.example.com/v1`, { until: 404 }),
    ),
    sequenceAlone(
      'the service of an API service',
      post(apiServices, apiService('v1', { service, insecureSkipTLSVerify: true }), { quiet: true }),
      get(one, { shows: 'ServiceNotFound' }),
      post(
        '/api/v1/namespaces/${NS}/services',
        {
          metadata: { name: 's' },
          spec: { ports: [{ name: 'web', port: 80, targetPort: 8443 }] },
        },
        { quiet: true },
      ),
      get(one, { shows: 'ServicePortError' }),
      mergePatch(
        '/api/v1/namespaces/${NS}/services/s',
        { spec: { ports: [{ name: 'https', port: 443, targetPort: 8443 }] } },
        { quiet: true },
      ),
      get(one, { shows: 'EndpointsNotFound' }),
      post(
        '/apis/discovery.k8s.io/v1/namespaces/${NS}/endpointslices',
        {
          metadata: { name: 's-1', labels: { 'kubernetes.io/service-name': 's' } },
          addressType: 'IPv4',
          ports: [{ name: 'other', port: 1 }],
          endpoints: [{ addresses: ['192.0.2.1'] }],
        },
        { quiet: true },
      ),
      get(one, { shows: 'MissingEndpoints' }),
      get(`/apis/\${NS}.example.com/v1/things`),
      mergePatch(
        '/api/v1/namespaces/${NS}/services/s',
        { spec: { type: 'ExternalName', externalName: 'localhost', clusterIP: null, clusterIPs: null } },
        { quiet: true },
      ),
      mergePatch(one, { spec: { service: { port: 1 } } }, { quiet: true }),
      get(one, { shows: 'localhost:1/apis' }),
      get(one, asTable),
      get(`/apis/\${NS}.example.com/v1/things`),
      get('/openapi/v3/apis/${NS}.example.com/v1'),
      mergePatch(one, { spec: { service: null, insecureSkipTLSVerify: null } }, { quiet: true }),
      get(one, { shows: 'Local APIServices' }),
      get(`/apis/\${NS}.example.com/v1/things`),
      mergePatch(one, { spec: { service: { namespace: '${NS}', name: 's2' } } }, { quiet: true }),
      get(one, { shows: 'ServiceNotFound' }),
      del(one, undefined, { quiet: true }),
    ),
  ],
};
