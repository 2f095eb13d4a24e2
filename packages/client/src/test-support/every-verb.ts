import type { KubernetesObject } from '@kb/apimachinery';
import { deployments } from '@kb/kubernetes/apps/v1';
import { nodes } from '@kb/kubernetes/core/v1';
import type { Client } from '../client.ts';

const metadata = { name: 'web', namespace: 'shop', uid: 'u', resourceVersion: '1', creationTimestamp: '' };
const spec = { selector: {}, template: { metadata: {}, spec: { containers: [] } } };
const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec };
const patch = { type: 'merge', value: {} } as const;

type Options = Record<string, unknown>;
type Call = (client: Client, options?: Options) => Promise<unknown>;

/**
 * Every verb of a client and of a subresource, by the type of its options. The first test of the wrappers fails if a
 * verb is missing here.
 */
export const everyVerb: {
  readonly read: Readonly<Record<string, Call>>;
  readonly write: Readonly<Record<string, Call>>;
  readonly apply: Readonly<Record<string, Call>>;
  readonly delete: Readonly<Record<string, Call>>;
  /** These take the options of reads, and reject unless the response is a stream or metrics. */
  readonly streams: Readonly<Record<string, Call>>;
} = {
  read: {
    get: (client, options) => client.get(deployments, 'shop/web', options),
    list: (client, options) => client.list(deployments, { namespace: 'shop', ...options }),
    watch: async (client, options) => {
      for await (const _event of client.watch(deployments, { namespace: 'shop', ...options })) break;
    },
    getJson: (client, options) => client.getJson('/version', options),
    'subresource get': (client, options) => client.subresource(deployments, 'scale').get('shop/web', options),
    logs: (client, options) => client.logs('shop/web', options).text(),
  },
  write: {
    create: (client, options) => client.create(deployments, object, options),
    update: (client, options) => client.update(deployments, object, options),
    updateStatus: (client, options) => client.updateStatus(deployments, object, options),
    patch: (client, options) => client.patch(deployments, 'shop/web', patch, options),
    'subresource create': (client, options) =>
      client.subresource(deployments, 'scale').create('shop/web', { spec: {} }, options),
    'subresource update': (client, options) =>
      client.subresource(deployments, 'scale').update('shop/web', { spec: {} }, options),
    'subresource patch': (client, options) =>
      client.subresource(deployments, 'scale').patch('shop/web', patch, options),
  },
  apply: {
    apply: (client, options) => client.apply(deployments, { metadata: { name: 'web', namespace: 'shop' } }, options),
    applyStatus: (client, options) =>
      client.applyStatus(deployments, { metadata: { name: 'web', namespace: 'shop' } }, options),
    'subresource apply': (client, options) =>
      client.subresource(deployments, 'scale').apply('shop/web', { spec: {} }, options),
  },
  delete: {
    delete: (client, options) => client.delete(deployments, 'shop/web', options),
    deleteCollection: (client, options) => client.deleteCollection(deployments, { namespace: 'shop', ...options }),
  },
  streams: {
    exec: (client, options) => client.exec('shop/web', { command: ['true'], ...options }),
    attach: (client, options) => client.attach('shop/web', options),
    portForward: (client, options) => client.portForward('shop/web', 80, options),
    'metrics of a node': (client, options) => client.metrics.node('node-1', options),
    'metrics of nodes': (client, options) => client.metrics.nodes(options),
    'metrics of a Pod': (client, options) => client.metrics.pod('shop/web', options),
    'metrics of Pods': (client, options) => client.metrics.pods({ namespace: 'shop', ...options }),
  },
};

/** The same calls without a namespace, or with another one; also for a cluster-scoped resource. */
export const callsIn = (namespace: string | undefined): Readonly<Record<string, Call>> => {
  const key = namespace === undefined ? 'web' : { namespace, name: 'web' };
  const { namespace: _, ...rest } = metadata;
  const own = namespace === undefined ? rest : { ...rest, namespace };
  const there: KubernetesObject & { spec: typeof spec } = { ...object, metadata: own };
  const where = namespace === undefined ? {} : { namespace };
  return {
    get: (client) => client.get(deployments, key),
    list: (client) => client.list(deployments, where),
    watch: async (client) => {
      for await (const _event of client.watch(deployments, where)) break;
    },
    create: (client) => client.create(deployments, there),
    update: (client) => client.update(deployments, there),
    updateStatus: (client) => client.updateStatus(deployments, there),
    patch: (client) => client.patch(deployments, key, patch),
    apply: (client) => client.apply(deployments, { metadata: { name: 'web', ...where } }),
    applyStatus: (client) => client.applyStatus(deployments, { metadata: { name: 'web', ...where } }),
    delete: (client) => client.delete(deployments, key),
    'delete of an object': (client) => client.delete(deployments, there),
    deleteCollection: (client) => client.deleteCollection(deployments, where),
    'subresource get': (client) => client.subresource(deployments, 'scale').get(key),
    'subresource create': (client) => client.subresource(deployments, 'scale').create(key, { spec: {} }),
    'subresource update': (client) => client.subresource(deployments, 'scale').update(key, { spec: {} }),
    'subresource patch': (client) => client.subresource(deployments, 'scale').patch(key, patch),
    'subresource apply': (client) => client.subresource(deployments, 'scale').apply(key, { spec: {} }),
    logs: (client) => client.logs(key).text(),
  };
};

export const clusterScoped: Call = (client) => client.get(nodes, 'node-1');
