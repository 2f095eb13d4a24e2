import {
  type DeepReadonly,
  isQualifiedName,
  keyOf,
  type KubernetesObject,
  messageOfThrown,
  type Resource,
} from '@kb/apimachinery';
import type { Client, WriteOptions } from '@kb/client';
import { equalSemantically } from './equal-semantically.ts';
import { addFinalizer, containsFinalizer, removeFinalizer } from './finalizer-names.ts';
import { isEmptyPatch, mergeFrom } from './merge-from.ts';
import { patchStatus, type StatusOf } from './patch-status.ts';

/**
 * Cleans up after an object that is being deleted. When it resolves its finalizer is removed; when it rejects the finalizer stays and it is called again the next time, so
 * that it must be able to find its work done already. It may answer the object with another status, to be written.
 */
export type Finalizer<T extends KubernetesObject> = (
  object: DeepReadonly<T>,
) => DeepReadonly<T> | void | Promise<DeepReadonly<T> | void>;

/** What a round of finalizers made of an object. */
export interface Finalized<T extends KubernetesObject> {
  /** The object as it should be; the same object when nothing changed. */
  readonly object: DeepReadonly<T>;
  /** The metadata changed: a finalizer came or went. */
  readonly updated: boolean;
  /** The status changed. */
  readonly statusUpdated: boolean;
  /** What finalizers rejected with, in their order; each says which one it was. */
  readonly errors: readonly FinalizerError[];
}

/** A finalizer failed. Its `cause` is what it rejected with. */
export class FinalizerError extends Error {
  override readonly name = 'FinalizerError';
  readonly code = 'FinalizerFailed';
  /** Name of the finalizer. */
  readonly finalizer: string;
  constructor(finalizer: string, cause: unknown) {
    super(`finalizer "${finalizer}" failed: ${messageOfThrown(cause)}`, { cause });
    this.finalizer = finalizer;
  }
}

/** Named finalizers of a kind, called in the order in which they were registered. controller-runtime's finalizer.Finalizers, whose order is chance. */
export interface Finalizers<T extends KubernetesObject> {
  /** Adds one. Throws a TypeError when the name is taken, or is no name of a finalizer (`domain/name`). */
  register(name: string, finalizer: Finalizer<T>): void;
  /**
   * Of an object that is not being deleted: adds the finalizers that it lacks. Of one that is: calls those that it has, one after the other, and removes each that succeeds; one
   * that fails does not keep the others from being called. Writes nothing.
   */
  finalize(object: DeepReadonly<T>): Promise<Finalized<T>>;
  /**
   * As `finalize`, and writes what changed: the status first (the object may be gone after its last finalizer), then the finalizers, which is a Conflict when the object has changed
   * since. Answers the object as it is then. Rejects with a FinalizerError, or an AggregateError of several, after what succeeded is written.
   */
  reconcile<A>(
    client: Pick<Client, 'patch' | 'subresource'>,
    resource: Resource<T, A>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<DeepReadonly<T>>;
}

/** Makes an empty registry. */
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
          `"${name}" is no name of a finalizer: expected "domain/name", such as "example.com/cleanup"`,
        );
      }
      registered.set(name, finalizer);
    },
    finalize,
    reconcile: async (client, resource, object, options) => {
      const { object: wanted, errors } = await finalize(object);
      let latest = (await patchStatus(client, resource, object, statusOf<T>(wanted), options)).object;
      const metadata = { ...metadataOf(latest), finalizers: metadataOf(wanted).finalizers };
      const patch = mergeFrom(latest, { optimisticLock: true }).to({ ...latest, metadata });
      if (!isEmptyPatch(patch)) {
        latest = (await client.patch(resource, keyOf(asObject(latest)), patch, options)) as DeepReadonly<T>;
      }
      const [first] = errors;
      if (first !== undefined)
        throw errors.length === 1 ? first : new AggregateError(errors, errors.map(String).join('; '));
      return latest;
    },
  };
}

/** What every object has, where its type is open. */
function asObject(object: object): DeepReadonly<KubernetesObject> {
  return object as DeepReadonly<KubernetesObject>;
}

function metadataOf(object: object): DeepReadonly<KubernetesObject>['metadata'] {
  return asObject(object).metadata;
}

function statusOf<T extends KubernetesObject>(object: DeepReadonly<T>): DeepReadonly<StatusOf<NoInfer<T>>> | undefined {
  return (object as { readonly status?: DeepReadonly<StatusOf<T>> }).status;
}
