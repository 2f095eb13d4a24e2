import {
  type DeepReadonly,
  equalJson,
  isConflict,
  keyOf,
  type KubernetesObject,
  messageOfThrown,
  type Resource,
} from '@kb/apimachinery';
import { isQualifiedName } from '@kb/apimachinery/server';
import type { Client, WriteOptions } from '@kb/client';
import { equalSemantically } from './equal-semantically.ts';
import { addFinalizer, containsFinalizer, removeFinalizer } from './finalizer-names.ts';
import { isEmptyPatch, mergeFrom } from './merge-from.ts';
import { patchStatus, type StatusOf } from './patch-status.ts';

/**
 * Cleans up after an object that is being deleted. When it resolves, its finalizer is removed; when it rejects, the
 * finalizer stays and it is called again the next time, so it must be idempotent. It may return the object with another
 * status to write.
 */
export type Finalizer<T extends KubernetesObject> = (
  object: DeepReadonly<T>,
) => DeepReadonly<T> | void | Promise<DeepReadonly<T> | void>;

/** The result of a round of finalizers. */
export interface Finalized<T extends KubernetesObject> {
  /** The object as it should be; the same object when nothing has changed. */
  readonly object: DeepReadonly<T>;
  /** Whether a finalizer was added or removed. */
  readonly updated: boolean;
  /** Whether the status changed. */
  readonly statusUpdated: boolean;
  /** The errors of finalizers, in their order; each names its finalizer. */
  readonly errors: readonly FinalizerError[];
}

/** A finalizer failed. Its `cause` is the reason of the rejection. */
export class FinalizerError extends Error {
  override readonly name = 'FinalizerError';
  readonly code = 'KB_FINALIZER_FAILED';
  /** Name of the finalizer. */
  readonly finalizer: string;
  constructor(finalizer: string, cause: unknown) {
    super(`finalizer "${finalizer}" failed: ${messageOfThrown(cause)}`, { cause });
    this.finalizer = finalizer;
  }
}

/**
 * Named finalizers of a kind, called in the order in which they were registered. controller-runtime's
 * finalizer.Finalizers, whose order is random.
 */
export interface Finalizers<T extends KubernetesObject> {
  /** Adds a finalizer. Throws a TypeError when the name is taken or is not a finalizer's name (`domain/name`). */
  register(name: string, finalizer: Finalizer<T>): void;
  /**
   * When the object is not being deleted, adds the finalizers that it lacks. When it is, calls those that it has, one
   * after the other, and removes each that succeeds; a failure does not stop the others. Writes nothing.
   */
  finalize(object: DeepReadonly<T>): Promise<Finalized<T>>;
  /**
   * Like `finalize`, and writes what changed: the status first (the object may be gone after its last finalizer), then
   * the finalizers, which is a Conflict when they, or whether the object is being deleted, have changed since. Other
   * changes of the object, such as a status that a finalizer wrote, do not cause a Conflict. Returns the object after
   * the writes. Rejects with a FinalizerError, or an AggregateError of several, after the successes are written.
   */
  reconcile<A>(
    client: Pick<Client, 'get' | 'patch' | 'subresource'>,
    resource: Resource<T, A>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<DeepReadonly<T>>;
}

/** Creates an empty registry. */
export function createFinalizers<T extends KubernetesObject>(): Finalizers<T> {
  const registered = new Map<string, Finalizer<T>>();

  async function finalize(object: DeepReadonly<T>): Promise<Finalized<T>> {
    let latest = object;
    const errors: FinalizerError[] = [];
    let statusUpdated = false;
    for (const [name, finalizer] of registered) {
      if (!metadataOf(latest).deletionTimestamp) {
        latest = addFinalizer(asObject(latest), name) as DeepReadonly<T>;
        continue;
      }
      if (!containsFinalizer(asObject(latest), name)) continue;
      try {
        const answered = await finalizer(latest);
        if (answered) {
          statusUpdated ||= !equalSemantically(statusOf<T>(answered), statusOf<T>(latest));
          latest = { ...answered, metadata: metadataOf(latest) };
        }
        latest = removeFinalizer(asObject(latest), name) as DeepReadonly<T>;
      } catch (error) {
        errors.push(new FinalizerError(name, error));
      }
    }
    const updated = metadataOf(latest).finalizers !== metadataOf(object).finalizers;
    return { object: latest, updated, statusUpdated, errors };
  }

  return {
    register: (name, finalizer) => {
      if (registered.has(name)) throw new TypeError(`finalizer "${name}" is registered already`);
      if (!name.includes('/') || isQualifiedName(name).length > 0) {
        throw new TypeError(
          `"${name}" is not a finalizer's name: expected "domain/name", such as "example.com/cleanup"`,
        );
      }
      registered.set(name, finalizer);
    },
    finalize,
    reconcile: async (client, resource, object, options) => {
      const { object: wanted, errors } = await finalize(object);
      const { object: read } = await patchStatus(client, resource, object, statusOf<T>(wanted), options);
      const latest = await writeFinalizers(client, resource, read, metadataOf(wanted).finalizers, options);
      const [first] = errors;
      if (first !== undefined)
        throw errors.length === 1 ? first : new AggregateError(errors, errors.map(String).join('; '));
      return latest;
    },
  };
}

/** How often the finalizers are written on a newer version of the object before the Conflict is reported. */
const MAX_NEWER = 5;

/**
 * Writes the finalizers of an object. When the object has changed since it was read, but not in its finalizers, they
 * are written on its newer version: a finalizer that writes the status itself does not cause a Conflict.
 */
async function writeFinalizers<T extends KubernetesObject, A>(
  client: Pick<Client, 'get' | 'patch'>,
  resource: Resource<T, A>,
  read: DeepReadonly<T>,
  finalizers: readonly string[] | undefined,
  options: WriteOptions | undefined,
): Promise<DeepReadonly<T>> {
  const key = keyOf(asObject(read));
  let latest = read;
  for (let newer = 0; ; newer += 1) {
    const metadata = { ...metadataOf(latest), finalizers };
    const patch = mergeFrom(latest, { optimisticLock: true }).to({ ...latest, metadata });
    if (isEmptyPatch(patch)) return latest;
    try {
      return (await client.patch(resource, key, patch, options)) as DeepReadonly<T>;
    } catch (error) {
      if (!isConflict(error) || newer >= MAX_NEWER) throw error;
      latest = (await client.get(resource, key, options?.signal && { signal: options.signal })) as DeepReadonly<T>;
      if (!isSameRound(metadataOf(read), metadataOf(latest))) throw error;
    }
  }
}

type Metadata = DeepReadonly<KubernetesObject>['metadata'];

/** Whether a change that was computed for one version of an object is valid for another. */
function isSameRound(a: Metadata, b: Metadata): boolean {
  return (
    a.uid === b.uid && a.deletionTimestamp === b.deletionTimestamp && equalJson(a.finalizers ?? [], b.finalizers ?? [])
  );
}

/** The members that every object has, for a type parameter. */
function asObject(object: object): DeepReadonly<KubernetesObject> {
  return object as DeepReadonly<KubernetesObject>;
}

function metadataOf(object: object): DeepReadonly<KubernetesObject>['metadata'] {
  return asObject(object).metadata;
}

function statusOf<T extends KubernetesObject>(object: DeepReadonly<T>): DeepReadonly<StatusOf<NoInfer<T>>> | undefined {
  return (object as { readonly status?: DeepReadonly<StatusOf<T>> }).status;
}
