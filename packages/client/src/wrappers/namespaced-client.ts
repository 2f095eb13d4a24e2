import {
  type NamedObject,
  type ObjectKey,
  type ObjectKeyLike,
  parseObjectKey,
  type ResourceDefinition,
} from '@kb/apimachinery';
import type { Client } from '../client.ts';
import { InvalidRequestError } from '../errors/invalid-request-error.ts';
import type { SubresourceClient } from '../subresources.ts';

const pods: ResourceDefinition = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };

/**
 * Wraps a client to limit it to one namespace, which is the default for keys, objects and lists of namespaced
 * resources. A call with another namespace rejects with an InvalidRequestError (`KB_NAMESPACE_DIFFERS`) and sends
 * nothing. Cluster-scoped resources are not affected. Like controller-runtime's NewNamespacedClient, except that lists
 * and collection deletes in another namespace are rejected instead of redirected.
 */
export function namespacedClient(client: Client, namespace: string): Client {
  const check = (resource: ResourceDefinition, given: string | undefined): void => {
    if (!given || given === namespace) return;
    const message = `${resource.plural} in namespace "${given}": this client works in namespace "${namespace}" only`;
    throw new InvalidRequestError('KB_NAMESPACE_DIFFERS', message);
  };
  const keyIn = (resource: ResourceDefinition, like: ObjectKeyLike | NamedObject): ObjectKey => {
    const key = parseObjectKey(like);
    if (!resource.namespaced) return key;
    check(resource, key.namespace);
    return { namespace, name: key.name };
  };
  const objectIn = <O>(resource: ResourceDefinition, object: O): O => {
    if (!resource.namespaced) return object;
    // All objects have metadata; the apply types hide that from the compiler.
    const { metadata } = object as { readonly metadata?: { readonly namespace?: string } };
    check(resource, metadata?.namespace);
    return metadata?.namespace ? object : { ...object, metadata: { ...metadata, namespace } };
  };
  const optionsIn = <O extends object>(resource: ResourceDefinition, options: O | undefined): O | undefined => {
    if (!resource.namespaced) return options;
    // List options have a namespace; the types for cluster-scoped resources hide that from the compiler.
    const { namespace: given }: { readonly namespace?: string } = options ?? {};
    check(resource, given);
    return { ...options, namespace } as object as O;
  };
  return {
    get: async (resource, key, options) => client.get(resource, keyIn(resource, key), options),
    list: async (resource, options) => client.list(resource, optionsIn(resource, options)),
    watch: (resource, options) => client.watch(resource, optionsIn(resource, options)),
    create: async (resource, object, options) => client.create(resource, objectIn(resource, object), options),
    update: async (resource, object, options) => client.update(resource, objectIn(resource, object), options),
    updateStatus: async (resource, object, options) =>
      client.updateStatus(resource, objectIn(resource, object), options),
    patch: async (resource, key, patch, options) => client.patch(resource, keyIn(resource, key), patch, options),
    apply: async (resource, object, options) => client.apply(resource, objectIn(resource, object), options),
    applyStatus: async (resource, object, options) => client.applyStatus(resource, objectIn(resource, object), options),
    delete: async (resource, key, options) => client.delete(resource, keyIn(resource, key), options),
    deleteCollection: async (resource, options) => client.deleteCollection(resource, optionsIn(resource, options)),
    subresource: (resource, name) => {
      const verbs = client.subresource(resource, name);
      const inner = verbs as object as SubresourceClient<never>;
      const outer: SubresourceClient<never> = {
        get: async (key, options) => inner.get(keyIn(resource, key), options),
        update: async (key, object, options) => inner.update(keyIn(resource, key), object, options),
        patch: async (key, patch, options) => inner.patch(keyIn(resource, key), patch, options),
        apply: async (key, object, options) => inner.apply(keyIn(resource, key), object, options),
        create: async (key, object, options) => inner.create(keyIn(resource, key), object, options),
      };
      // Their types are unchanged; only keys change.
      return outer as object as typeof verbs;
    },
    logs: (pod, options) => client.logs(keyIn(pods, pod), options),
    exec: async (pod, options) => client.exec(keyIn(pods, pod), options),
    attach: async (pod, options) => client.attach(keyIn(pods, pod), options),
    portForward: async (pod, port, options) => client.portForward(keyIn(pods, pod), port, options),
    metrics: {
      node: (name, options) => client.metrics.node(name, options),
      nodes: (options) => client.metrics.nodes(options),
      pod: async (key, options) => client.metrics.pod(keyIn(pods, key), options),
      pods: async (options) => client.metrics.pods(optionsIn(pods, options)),
    },
    getJson: (path, options) => client.getJson(path, options),
  };
}
