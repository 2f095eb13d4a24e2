import {
  type DeepReadonly,
  defineResource,
  type KubernetesObject,
  type ObjectKeyFor,
  type ObjectKeyLike,
  parseObjectKey,
  type Resource,
  type ResourceDefinition,
} from '@kb/apimachinery';
import type { Client } from '@kb/client';
import {
  created,
  type CreateOrOptions,
  inputOf,
  type MayBeCached,
  type Operation,
  readOrNone,
} from './create-or-update.ts';
import { type Mutate, mutated } from './draft.ts';
import { mergeFrom, isEmptyPatch, type MergeFromOptions } from './merge-from.ts';

/** Options of {@link createOrPatch}. */
export interface CreateOrPatchOptions<T extends KubernetesObject> extends CreateOrOptions<T>, MergeFromOptions {}

/**
 * Reads an object, lets `mutate` change it to the wanted state, and creates it when it does not exist; otherwise it
 * patches what `mutate` changed: the object, and its status through the status subresource, each only when something
 * changed there. controller-runtime's CreateOrPatch.
 *
 * The status is not written when the object is created. When the handle lists its subresources without `status`, the
 * status is patched with the rest. With `optimisticLock` a patch of an object that has changed since it was read is a
 * Conflict.
 */
export async function createOrPatch<
  T extends KubernetesObject,
  A,
  N extends boolean = boolean,
  K extends ObjectKeyLike = ObjectKeyLike,
>(
  client: Pick<Client, 'get' | 'create' | 'patch' | 'subresource'> & MayBeCached,
  resource: Resource<T, A, never, N>,
  key: ObjectKeyFor<N, K>,
  mutate: Mutate<NoInfer<T>>,
  options: CreateOrPatchOptions<NoInfer<T>> = {},
): Promise<Operation<T>> {
  const { read, optimisticLock = false, ...write } = options;
  const parsed = parseObjectKey(key);
  // The compiler has checked the key; the rest does not depend on the scope.
  const handle: Resource<T, A> = resource;
  const current = await readOrNone(client, handle, parsed, read, options);
  const wanted = await mutated(handle, parsed, current, mutate);
  if (current === undefined) return created(await client.create(handle, inputOf(wanted), write));

  const apart = hasStatusSubresource(resource);
  const patch = mergeFrom(withoutStatus(current, apart), { optimisticLock }).to(withoutStatus(wanted, apart));
  const isPatched = !isEmptyPatch(patch);
  const object = isPatched ? ((await client.patch(handle, parsed, patch, write)) as DeepReadonly<T>) : current;

  const statusPatch = mergeFrom(onlyStatus(current, object)).to(onlyStatus(wanted, object));
  if (!apart || isEmptyPatch(statusPatch)) return { result: isPatched ? 'updated' : 'unchanged', object };
  const locked = mergeFrom(onlyStatus(current, object), { optimisticLock }).to(onlyStatus(wanted, object));
  // Every handle may list its subresources; the check above found that this one has a status.
  const status = client.subresource(defineResource<KubernetesObject, unknown, 'status'>(resource), 'status');
  const answer = await status.patch(parsed, locked, write);
  return { result: isPatched ? 'updatedStatus' : 'updatedStatusOnly', object: answer as object as DeepReadonly<T> };
}

/** Whether the status has its own subresource: assumed when the handle does not list subresources. */
function hasStatusSubresource({ subresources }: ResourceDefinition): boolean {
  return subresources === undefined || subresources.includes('status');
}

type WithStatus = KubernetesObject & { readonly status?: unknown };

function withoutStatus(object: object, apart: boolean): DeepReadonly<KubernetesObject> {
  if (!apart) return object as DeepReadonly<KubernetesObject>;
  const { status: _, ...rest } = object as WithStatus;
  return rest;
}

/** Returns `latest` with the status of `object`, so that only the status can differ. */
function onlyStatus(object: object, latest: object): DeepReadonly<KubernetesObject> {
  const { apiVersion, kind, metadata } = latest as KubernetesObject;
  const { status } = object as WithStatus;
  return { apiVersion, kind, metadata, ...(status !== undefined && { status }) };
}
