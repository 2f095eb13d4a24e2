import {
  type DeepReadonly,
  isNotFound,
  type KubernetesObject,
  type ObjectInput,
  type ObjectKey,
  type ObjectKeyFor,
  type ObjectKeyLike,
  parseObjectKey,
  type Resource,
} from '@kb/apimachinery';
import type { CallOptions, Client, WriteOptions } from '@kb/client';
import { type Mutate, mutated } from './draft.ts';
import { equalSemantically } from './equal-semantically.ts';

/**
 * What was done to an object. The words complete the sentence "Deployment default/web has been …": controller-runtime's
 * OperationResult.
 */
export type OperationResult =
  /** Nothing was written. */
  | 'unchanged'
  | 'created'
  | 'updated'
  /** The object and its status. */
  | 'updatedStatus'
  /** Only its status. */
  | 'updatedStatusOnly';

/** An object, and what was done to it. */
export interface Operation<T extends KubernetesObject> {
  readonly result: OperationResult;
  /** The object as the server returned it, or as it was read when nothing was written. */
  readonly object: DeepReadonly<T>;
}

/** Reads an object; undefined when it does not exist. */
export type ReadObject<T extends KubernetesObject> = (
  key: ObjectKey,
) => DeepReadonly<T> | undefined | Promise<DeepReadonly<T> | undefined>;

/** A client that can also read a cache, such as a reconciler's. */
export interface MayBeCached {
  readonly cached?: <T extends KubernetesObject, A>(
    resource: Resource<T, A>,
  ) => { get(key: ObjectKeyLike): DeepReadonly<T> | undefined };
}

/** Options of {@link createOrUpdate} and createOrPatch. */
export interface CreateOrOptions<T extends KubernetesObject> extends WriteOptions {
  /**
   * Where the object is read. `live`: from the API server, with one request a call. `cached`: from the cache of the
   * client, which must be a reconciler's, without a request. The cache must hold the whole resource: when a selector
   * leaves the object out of the cache, the create is an AlreadyExists; and an update writes back the cached object, so
   * fields that a `transform` removed would be lost (createOrPatch sends only differences). A function: the object that
   * it returns; undefined when it does not exist. Default: `live`.
   */
  readonly read?: 'live' | 'cached' | ReadObject<T>;
}

/**
 * Reads an object, lets `mutate` change it to the wanted state, and creates it when it does not exist, updates it when
 * `mutate` changed it, and writes nothing otherwise. controller-runtime's CreateOrUpdate, except that `options.read`
 * says where it is read.
 *
 * Changes of the status are not written (createOrPatch writes them). A field that `mutate` removes and the server fills
 * in again is a change each time: set it to the server's default instead. Rejects with the error of the read, of
 * `mutate` or of the write: an AlreadyExists or a Conflict when another client was faster, or when the cache is behind;
 * a TypeError when `read` is `cached` and the client has no cache.
 */
export async function createOrUpdate<
  T extends KubernetesObject,
  A,
  N extends boolean = boolean,
  K extends ObjectKeyLike = ObjectKeyLike,
>(
  client: Pick<Client, 'get' | 'create' | 'update'> & MayBeCached,
  resource: Resource<T, A, never, N>,
  key: ObjectKeyFor<N, K>,
  mutate: Mutate<NoInfer<T>>,
  options: CreateOrOptions<NoInfer<T>> = {},
): Promise<Operation<T>> {
  const { read, ...write } = options;
  const parsed = parseObjectKey(key);
  // The compiler has checked the key; the rest does not depend on the scope.
  const handle: Resource<T, A> = resource;
  const current = await readOrNone(client, handle, parsed, read, options);
  const wanted = await mutated(handle, parsed, current, mutate);
  if (current === undefined) return created(await client.create(handle, inputOf(wanted), write));
  if (equalSemantically(current, wanted)) return { result: 'unchanged', object: current };
  const object = await client.update(handle, wanted as DeepReadonly<T>, write);
  return { result: 'updated', object: object as DeepReadonly<T> };
}

/** Returns the object; undefined when it does not exist. Rejects with any other error. */
export async function readOrNone<T extends KubernetesObject, A>(
  client: Pick<Client, 'get'> & MayBeCached,
  resource: Resource<T, A>,
  key: ObjectKey,
  read: CreateOrOptions<T>['read'] = 'live',
  { signal, onWarning }: CallOptions,
): Promise<DeepReadonly<T> | undefined> {
  if (typeof read === 'function') return read(key);
  if (read === 'cached') {
    if (!client.cached) throw new TypeError("read: 'cached' needs a client that has a cache, such as a reconciler's");
    return client.cached(resource).get(key);
  }
  try {
    const options = { ...(signal !== undefined && { signal }), ...(onWarning !== undefined && { onWarning }) };
    return (await client.get(resource, key, options)) as DeepReadonly<T>;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** A whole object is a valid argument of a create. */
export function inputOf<T extends KubernetesObject>(object: T): DeepReadonly<ObjectInput<T>> {
  return object as object as DeepReadonly<ObjectInput<T>>;
}

/** The operation that wrote this object. */
export function created<T extends KubernetesObject>(object: T): Operation<T> {
  return { result: 'created', object: object as DeepReadonly<T> };
}
