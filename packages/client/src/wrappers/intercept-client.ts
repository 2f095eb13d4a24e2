import type { KubernetesObject, Resource } from '@kb/apimachinery';
import type { Client } from '../client.ts';
import type { SubresourceClient } from '../subresources.ts';

/** An interceptor of a client's verb. It is called with the client, then the caller's arguments. */
export type Intercepted<F> = F extends (...args: infer P) => infer R ? (client: Client, ...args: P) => R : never;

/** The subresource of an intercepted call. */
export interface InterceptedSubresource {
  readonly resource: Resource<KubernetesObject, unknown>;
  readonly name: string;
}

type Verbs = SubresourceClient<KubernetesObject>;

/** An interceptor of a subresource's verb. */
export type InterceptedSubresourceVerb<V extends keyof Verbs> = (
  of: InterceptedSubresource,
  verbs: Verbs,
  ...args: Parameters<Verbs[V]>
) => ReturnType<Verbs[V]>;

/** The verbs that can be intercepted by name. */
type Verb = Exclude<keyof Client, 'subresource' | 'metrics'>;

/**
 * Interceptors by verb; other verbs, and metrics, are not intercepted. Corresponds to controller-runtime's
 * interceptor.Funcs.
 */
export type ClientInterceptors = {
  readonly [V in Verb]?: Intercepted<Client[V]>;
} & {
  readonly subresource?: { readonly [V in keyof Verbs]?: InterceptedSubresourceVerb<V> };
};

/**
 * Wraps a client so that `interceptors` receive its calls. They can pass a call on (`client.get(resource, key,
 * options)`), return a result, or reject. Mostly for tests.
 */
export function interceptClient(client: Client, interceptors: ClientInterceptors): Client {
  const { subresource: intercepted = {} } = interceptors;

  /** Returns the original verb, or one that calls the interceptor. The types of its results are not checked. */
  const verb = <V extends Verb>(name: V): Client[V] => {
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
    logs: verb('logs'),
    exec: verb('exec'),
    attach: verb('attach'),
    portForward: verb('portForward'),
    metrics: client.metrics,
    getJson: verb('getJson'),
  };
}
