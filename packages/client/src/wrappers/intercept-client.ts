import type { KubernetesObject, Resource } from '@kb/apimachinery';
import type { Client } from '../client.ts';
import type { SubresourceClient } from '../subresources.ts';

/**
 * A verb of a client, looked at before (or instead of) that client: it gets the client, and then what the caller gave.
 */
export type Intercepted<F> = F extends (...args: infer P) => infer R ? (client: Client, ...args: P) => R : never;

/** Which subresource an intercepted call is about. */
export interface InterceptedSubresource {
  readonly resource: Resource<KubernetesObject, unknown>;
  readonly name: string;
}

type Verbs = SubresourceClient<KubernetesObject>;

/** A verb of a subresource, looked at before (or instead of) the client of that subresource. */
export type InterceptedSubresourceVerb<V extends keyof Verbs> = (
  of: InterceptedSubresource,
  verbs: Verbs,
  ...args: Parameters<Verbs[V]>
) => ReturnType<Verbs[V]>;

/** What looks at calls. A verb that is left out goes straight through. controller-runtime's interceptor.Funcs. */
export type ClientInterceptors = {
  readonly [V in Exclude<keyof Client, 'subresource'>]?: Intercepted<Client[V]>;
} & {
  readonly subresource?: { readonly [V in keyof Verbs]?: InterceptedSubresourceVerb<V> };
};

/**
 * A client whose calls are first seen by `interceptors`, which pass them on (`client.get(resource, key, options)`),
 * answer them or reject: for tests, mostly.
 */
export function interceptClient(client: Client, interceptors: ClientInterceptors): Client {
  const { subresource: intercepted = {} } = interceptors;

  /**
   * The verb as it was, or the interceptor in its place. Its answers are taken to be of the type that the handle says.
   */
  const verb = <V extends Exclude<keyof Client, 'subresource'>>(name: V): Client[V] => {
    const own = interceptors[name] as ((client: Client, ...args: unknown[]) => unknown) | undefined;
    const through = client[name];
    return (own === undefined ? through.bind(client) : (...args: unknown[]) => own(client, ...args)) as Client[V];
  };
  return {
    get: verb('get'),
    list: verb('list'),
    watch: verb('watch'),
    create: verb('create'),
    update: verb('update'),
    updateStatus: verb('updateStatus'),
    patch: verb('patch'),
    apply: verb('apply'),
    applyStatus: verb('applyStatus'),
    delete: verb('delete'),
    deleteCollection: verb('deleteCollection'),
    subresource: (resource, name) => {
      const verbs = client.subresource(resource, name);
      const inner = verbs as object as Verbs;
      const of: InterceptedSubresource = { resource, name };
      const outer: Verbs = {
        get: (...args) => intercepted.get?.(of, inner, ...args) ?? inner.get(...args),
        update: (...args) => intercepted.update?.(of, inner, ...args) ?? inner.update(...args),
        patch: (...args) => intercepted.patch?.(of, inner, ...args) ?? inner.patch(...args),
        apply: (...args) => intercepted.apply?.(of, inner, ...args) ?? inner.apply(...args),
        create: (...args) => intercepted.create?.(of, inner, ...args) ?? inner.create(...args),
      };
      return outer as object as typeof verbs;
    },
    getJson: verb('getJson'),
  };
}
