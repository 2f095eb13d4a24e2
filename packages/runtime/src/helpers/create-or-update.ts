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
 * What was done to an object. They complete the sentence "Deployment default/web has been …": controller-runtime's
 * OperationResult.
 */
export type OperationResult =
  /** Nothing was written. */
  | 'unchanged'
  | 'created'
  | 'updated'
  /** The object and its status. */
  | 'updatedStatus'
  /** Its status and nothing else. */
  | 'updatedStatusOnly';

/** An object, and what was done to it. */
export interface Operation<T extends KubernetesObject> {
  readonly result: OperationResult;
  /** The object as the server answered it, or as it was read when nothing was written. */
  readonly object: DeepReadonly<T>;
}

/** Reads an object; undefined: there is none. */
export type ReadObject<T extends KubernetesObject> = (
  key: ObjectKey,
) => DeepReadonly<T> | undefined | Promise<DeepReadonly<T> | undefined>;

/** What a client has that reads a cache too, as a reconciler's does. */
export interface MayBeCached {
  readonly cached?: <T extends KubernetesObject, A>(
    resource: Resource<T, A>,
  ) => { get(key: ObjectKeyLike): DeepReadonly<T> | undefined };
}

/** Options of {@link createOrUpdate} and createOrPatch. */
export interface CreateOrOptions<T extends KubernetesObject> extends WriteOptions {
  /**
   * Where the object is read. `live`: asked of the API server, at one request a call. `cached`: read from the cache of
   * the client, which has to be a reconciler's, at none; the resource has to be in the cache, whole: a create that
   * finds the object there although a selector leaves it out of the cache is an AlreadyExists, and an update writes
   * back what is cached, so what a `transform` left out would be lost (createOrPatch sends differences only). A
   * function: what it answers; undefined: there is no such object. Default: `live`.
   */
  readonly read?: 'live' | 'cached' | ReadObject<T>;
}

/**
 * Reads an object, lets `mutate` bring it to what is wanted, and creates it when it is not there, updates it when
 * `mutate` changed it, and writes nothing otherwise. controller-runtime's CreateOrUpdate, except that `options.read`
 * says where it is read.
 *
 * What `mutate` does to the status is not written (createOrPatch writes it). A field that it removes and the server
 * fills in again is a change each time: set it to the server's default instead. Rejects with what reading, `mutate` or
 * the write rejects with: an AlreadyExists or a Conflict when somebody else was faster, or when the cache was behind; a
 * TypeError when `read` is `cached` and the client has no cache.
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
  // The compiler has looked at the key; the rest is the same in every scope.
  const handle: Resource<T, A> = resource;
  const current = await readOrNone(client, handle, parsed, read, options);
  const wanted = await mutated(handle, parsed, current, mutate);
  if (current === undefined) return created(await client.create(handle, inputOf(wanted), write));
  if (equalSemantically(current, wanted)) return { result: 'unchanged', object: current };
  const object = await client.update(handle, wanted as DeepReadonly<T>, write);
  return { result: 'updated', object: object as DeepReadonly<T> };
}

/** The object; undefined when it is not there. Any other trouble rejects. */
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

/** A whole object as what a create takes: it is one. */
export function inputOf<T extends KubernetesObject>(object: T): DeepReadonly<ObjectInput<T>> {
  return object as object as DeepReadonly<ObjectInput<T>>;
}

/** The operation that made this object. */
export function created<T extends KubernetesObject>(object: T): Operation<T> {
  return { result: 'created', object: object as DeepReadonly<T> };
}
