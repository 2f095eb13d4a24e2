import { type DeepReadonly, defineResource, keyOf, type KubernetesObject, type Resource } from '@kb/apimachinery';
import type { Client, WriteOptions } from '@kb/client';
import { equalSemantically } from './equal-semantically.ts';
import { isEmptyPatch, mergeFrom, type MergeFromOptions } from './merge-from.ts';

/** The status of a kind; unknown where it has none. */
export type StatusOf<T> = T extends { status?: infer S } ? S : unknown;

/** Options of {@link patchStatus}. */
export interface PatchStatusOptions extends WriteOptions, MergeFromOptions {}

/** A status that was written, or needed no writing. */
export interface StatusOperation<T extends KubernetesObject> {
  readonly result: 'unchanged' | 'updatedStatusOnly';
  readonly object: DeepReadonly<T>;
}

/**
 * Brings the status of an object to `status`, by a merge patch of the status subresource that holds what differs;
 * nothing is sent when nothing does. Fields of the status that `status` leaves out are removed. With `optimisticLock`
 * it is a Conflict when the object has changed since it was read.
 */
export async function patchStatus<T extends KubernetesObject, A>(
  client: Pick<Client, 'subresource'>,
  resource: Resource<T, A>,
  object: DeepReadonly<NoInfer<T>>,
  status: DeepReadonly<StatusOf<NoInfer<T>>> | undefined,
  { optimisticLock = false, ...options }: PatchStatusOptions = {},
): Promise<StatusOperation<T>> {
  const before = object as DeepReadonly<KubernetesObject> & { readonly status?: unknown };
  if (equalSemantically(before.status, status)) return { result: 'unchanged', object };
  const patch = mergeFrom(before, { optimisticLock }).to({ ...before, status });
  if (isEmptyPatch(patch)) return { result: 'unchanged', object };
  // The handle says what its objects are, not every subresource that they have; the server says so if there is no
  // status.
  const verbs = client.subresource(defineResource<KubernetesObject, unknown, 'status'>(resource), 'status');
  const answer = await verbs.patch(keyOf(before), patch, options);
  return { result: 'updatedStatusOnly', object: answer as object as DeepReadonly<T> };
}
