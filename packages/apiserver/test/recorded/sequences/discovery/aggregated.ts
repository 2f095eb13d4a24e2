import type { Area, RequestStep } from '../../sequence.ts';
import { get, mergePatch, post, sequence, sequenceAlone, watch } from '../../steps.ts';

const V2 = 'g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const V2BETA1 = 'g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';
const WIDGETS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** What `kubectl` and client-go send. */
const CLIENTS = `application/json;${V2},application/json;${V2BETA1},application/json`;

const head = (path: string, accept: string): RequestStep => ({ method: 'HEAD', path, headers: { accept } });
const ask = (path: string, accept: string, more: Record<string, string> = {}): RequestStep =>
  get(path, { headers: { accept, ...more } });

const definition = (group: string): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `things.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
});

/** Aggregated discovery: forms, entity tags, and what definitions add. */
export const aggregated: Area = {
  name: 'aggregated discovery',
  sequences: [
    sequence(
      'content types of aggregated discovery',
      head('/apis', CLIENTS),
      head('/apis', `application/json;${V2}`),
      head('/apis', `application/yaml;${V2}`),
      head('/apis', `application/vnd.kubernetes.protobuf;${V2}`),
      head('/apis', `application/json;${V2};profile=nopeer`),
      head('/apis', `application/json;v=v2;as=APIGroupDiscoveryList;g=apidiscovery.k8s.io`),
      head('/apis', `application/json;${V2BETA1},application/json`),
    ),
    sequence(
      'aggregated discovery that is not acceptable',
      ask('/apis', `application/json;${V2BETA1}`),
      ask('/api', `application/json;${V2BETA1}`),
      ask('/apis', 'application/json;as=APIGroupDiscoveryList'),
      ask('/apis', 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupList'),
      ask('/apis/', `application/json;${V2}`),
      ask('/apis/apps', `application/json;${V2}`),
      ask('/apis/apps/v1', `application/json;${V2}`),
      head('/api', `application/json;${V2}`),
    ),
    sequenceAlone(
      'aggregated discovery that has not changed',
      get('/apis', { headers: { accept: CLIENTS }, save: { etag: 'headers.etag' }, quiet: true, calm: true }),
      ask('/apis', CLIENTS, { 'if-none-match': '${etag}' }),
      ask('/apis', `application/vnd.kubernetes.protobuf;${V2}`, { 'if-none-match': '${etag}' }),
      { ...head('/apis', CLIENTS), headers: { accept: CLIENTS, 'if-none-match': '"another"' } },
      { ...head('/apis', CLIENTS), headers: { accept: CLIENTS, 'if-none-match': '*' } },
      get('/api', { headers: { accept: CLIENTS }, save: { core: 'headers.etag' }, quiet: true }),
      ask('/api', CLIENTS, { 'if-none-match': '${core}' }),
    ),
    sequenceAlone(
      'a definition comes and goes',
      { method: 'POST', path: WIDGETS, body: definition('${NS}.example.com'), quiet: true },
      get('/apis/${NS}.example.com/v1', { retry: true }),
      get('/apis/${NS}.example.com', { retry: true }),
      get('/apis/${NS}.example.com/v1/namespaces/${NS}/things', { quiet: true, retry: true }),
      post(
        '/apis/${NS}.example.com/v1/namespaces/${NS}/things',
        {
          apiVersion: '${NS}.example.com/v1',
          kind: 'Thing',
          metadata: { name: 'kept', finalizers: ['example.com/wait'] },
        },
        { quiet: true, retry: true },
      ),
      { method: 'DELETE', path: `${WIDGETS}/things.\${NS}.example.com`, quiet: true },
      // The real server's discovery follows a moment later.
      watch('/api/v1/namespaces/${NS}/configmaps', { quiet: true }),
      get('/apis/${NS}.example.com/v1'),
      mergePatch(
        '/apis/${NS}.example.com/v1/namespaces/${NS}/things/kept',
        { metadata: { finalizers: null } },
        { quiet: true },
      ),
    ),
  ],
};
