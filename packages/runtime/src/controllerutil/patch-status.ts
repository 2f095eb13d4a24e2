import { type DeepReadonly, defineResource, keyOf, type KubernetesObject, type Resource } from '@kb/apimachinery';
import type { Client, WriteOptions } from '@kb/client';
import { equalSemantically } from './equal-semantically.ts';
import { isEmptyPatch, mergeFrom, type MergeFromOptions } from './merge-from.ts';

/** The status of a kind; unknown where it has none. */
export type StatusOf<T> = T extends { status?: infer S } ? S : unknown;

/** Options of {@link patchStatus}. */
export interface PatchStatusOptions extends WriteOptions, MergeFromOptions {}

/** The result of a status patch: written, or unchanged. */
export interface StatusOperation<T extends KubernetesObject> {
  readonly result: 'unchanged' | 'updatedStatusOnly';
  readonly object: DeepReadonly<T>;
}

/**
 * Changes the status of an object to `status`, with a merge patch of the status subresource that contains the
 * differences; nothing is sent without differences. Fields of the status that `status` leaves out are removed. With
 * `optimisticLock` it is a Conflict when the object has changed since it was read.
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
  // The handle may not list every subresource; the server returns an error when there is no status.
  const verbs = client.subresource(defineResource<KubernetesObject, unknown, 'status'>(resource), 'status');
  const answer = await verbs.patch(keyOf(before), patch, options);
  return { result: 'updatedStatusOnly', object: answer as object as DeepReadonly<T> };
}
