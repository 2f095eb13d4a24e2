import {
  controllerOf,
  type DeepReadonly,
  isInvalid,
  isNotFound,
  keyOf,
  type KubernetesObject,
  ownerReferenceTo,
  type Resource,
  withOwnerReference,
} from '@kb/apimachinery';
import { type LabelSelector, matchesLabels } from '@kb/apimachinery/selectors';
import { uncheckedPatchValue } from '@kb/client';
import type { ReconcileClient } from '@kb/runtime';

/** Options of {@link claim}. */
export interface ClaimOptions<O extends KubernetesObject, T extends KubernetesObject> {
  readonly client: ReconcileClient;
  readonly owner: NoInfer<DeepReadonly<O>>;
  readonly ownerResource: Resource<O>;
  readonly selector: LabelSelector;
  /** The resource of the candidates. */
  readonly resource: Resource<T>;
  /** A finalizer that the objects of the owner have: added at adoption, removed at release. */
  readonly finalizer?: string;
  /** Whether the owner wants an object that matches the selector. Default: it wants all of them. */
  readonly isMember?: (candidate: DeepReadonly<T>) => boolean;
}

/**
 * Returns the `candidates` that the owner controls. Adopts those that match the selector and have no controller, and
 * releases its own that no longer match, as Kubernetes' controller reference manager does. An owner that is being
 * deleted does neither. Rejects when the server refuses a write; objects claimed before that stay claimed.
 */
export async function claim<O extends KubernetesObject, T extends KubernetesObject>(
  options: ClaimOptions<O, T>,
  candidates: Iterable<NoInfer<DeepReadonly<T>>>,
): Promise<DeepReadonly<T>[]> {
  const { owner, selector, isMember = () => true } = options;
  const claimed: DeepReadonly<T>[] = [];
  let checked = false;
  for (const candidate of candidates) {
    const controller = controllerOf(candidate);
    if (controller !== undefined && controller.uid !== owner.metadata.uid) continue;
    const matches = matchesLabels(selector, candidate.metadata.labels) && isMember(candidate);
    const deleting = owner.metadata.deletionTimestamp !== undefined;
    if (controller !== undefined) {
      if (matches) claimed.push(candidate);
      else if (!deleting) await release(options, candidate);
      continue;
    }
    if (deleting || !matches || candidate.metadata.deletionTimestamp !== undefined) continue;
    if (!checked) await checkStillThere(options);
    checked = true;
    const adopted = await adopt(options, candidate);
    if (adopted !== undefined) claimed.push(adopted);
  }
  return claimed;
}

/**
 * Reads the owner from the server before an adoption: a deleted owner must not adopt objects that the garbage collector
 * has orphaned.
 */
async function checkStillThere<O extends KubernetesObject, T extends KubernetesObject>({
  client,
  owner,
  ownerResource,
}: ClaimOptions<O, T>): Promise<void> {
  const fresh = await client.get(ownerResource, keyOf(owner));
  const { uid, name, deletionTimestamp } = fresh.metadata;
  if (uid !== owner.metadata.uid) throw new Error(`the original ${owner.kind} ${name} is gone: got uid ${uid}`);
  if (deletionTimestamp !== undefined) throw new Error(`${owner.kind} ${name} has just been deleted`);
}

async function adopt<O extends KubernetesObject, T extends KubernetesObject>(
  { client, owner, resource, finalizer }: ClaimOptions<O, T>,
  orphan: DeepReadonly<T>,
): Promise<DeepReadonly<T> | undefined> {
  const reference = ownerReferenceTo(owner, owner, { controller: true, blockOwnerDeletion: true });
  const finalizers = finalizer === undefined ? undefined : [...finalizersWithout(orphan, finalizer), finalizer];
  return await patchOwners(client, resource, orphan, {
    ownerReferences: withOwnerReference(orphan, reference),
    finalizers,
  });
}

async function release<O extends KubernetesObject, T extends KubernetesObject>(
  { client, owner, resource, finalizer }: ClaimOptions<O, T>,
  stray: DeepReadonly<T>,
): Promise<void> {
  const ownerReferences = (stray.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.metadata.uid);
  const finalizers = finalizer === undefined ? undefined : finalizersWithout(stray, finalizer);
  try {
    await patchOwners(client, resource, stray, { ownerReferences, finalizers });
  } catch (error) {
    // Another object has the name now, with other owners.
    if (!isInvalid(error)) throw error;
  }
}

const finalizersWithout = ({ metadata }: DeepReadonly<KubernetesObject>, finalizer: string): string[] =>
  (metadata.finalizers ?? []).filter((other) => other !== finalizer);

/**
 * Patches the owner references; undefined if the object is gone. Rejects on a conflict: the cache will have the new
 * version by the next attempt.
 */
async function patchOwners<T extends KubernetesObject>(
  client: ReconcileClient,
  resource: Resource<T>,
  object: DeepReadonly<T>,
  {
    ownerReferences,
    finalizers,
  }: {
    readonly ownerReferences: readonly unknown[];
    readonly finalizers: readonly string[] | undefined;
  },
): Promise<DeepReadonly<T> | undefined> {
  const { uid, resourceVersion } = object.metadata;
  try {
    const value = uncheckedPatchValue({
      metadata: { uid, resourceVersion, ownerReferences, ...(finalizers && { finalizers }) },
    });
    return (await client.patch(resource, keyOf(object), { type: 'merge', value })) as DeepReadonly<T>;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
