import {
  type DeepReadonly,
  equalJson,
  isAlreadyExists,
  isNotFound,
  type KubernetesObject,
  type ObjectMetaInput,
  ownerReferenceTo,
  type Resource,
} from '@kb/apimachinery';
import { type LabelSelector, matchesLabels } from '@kb/apimachinery/selectors';
import { type ControllerRevision, controllerRevisions } from '@kb/kubernetes/apps/v1';
import type { ReconcileClient } from '@kb/runtime';
import { CONTROLLER_INDEX, orphansIn } from '../../../shared/controller-index.ts';
import { claim } from '../claim.ts';
import type { Template } from '../template-hash.ts';
import { sortRevisions } from './revisions.ts';
import { type LiveRevision, patchHash, type templatePatch } from './template-patch.ts';

/** The length of an owner's name in the names of its ControllerRevisions. */
const LONGEST_PREFIX = 223;

/**
 * Returns the ControllerRevisions of an owner that match its selector, the oldest first. Adopts those without a
 * controller. The controller needs the index {@link CONTROLLER_INDEX} of ControllerRevisions. `releases`: whether its
 * own revisions that do not match are released.
 */
export async function revisionsOf<O extends KubernetesObject>(
  owner: NoInfer<DeepReadonly<O>>,
  ownerResource: Resource<O>,
  selector: LabelSelector,
  client: ReconcileClient,
  { releases }: { readonly releases: boolean } = { releases: false },
): Promise<LiveRevision[]> {
  const cached = client.cached(controllerRevisions);
  const { uid, namespace } = owner.metadata;
  const candidates = [uid, orphansIn(namespace)]
    .flatMap((value) => cached.byIndex(CONTROLLER_INDEX, value))
    .filter(({ metadata }) => releases || matchesLabels(selector, metadata.labels));
  const options = { client, owner, ownerResource, selector, resource: controllerRevisions };
  return sortRevisions(await claim(options, candidates));
}

/** A ControllerRevision to create, without its name. */
export interface NewRevision {
  readonly metadata: ObjectMetaInput;
  readonly revision: number;
  readonly data: ReturnType<typeof templatePatch>;
}

/**
 * Returns the ControllerRevision of an owner's template: with the template's labels and `labels`, the owner's
 * annotations, and the owner as its controller. `data`: the {@link templatePatch}.
 */
export function newRevision(
  owner: DeepReadonly<KubernetesObject>,
  template: Template,
  { revision, data, labels }: Omit<NewRevision, 'metadata'> & { readonly labels: Readonly<Record<string, string>> },
): NewRevision {
  const { namespace, annotations } = owner.metadata;
  return {
    metadata: {
      ...(namespace !== undefined && { namespace }),
      labels: { ...template.metadata?.labels, ...labels },
      ...(annotations && { annotations: { ...annotations } }),
      ownerReferences: [ownerReferenceTo(owner, owner, { controller: true, blockOwnerDeletion: true })],
    },
    revision,
    data,
  };
}

/**
 * Creates a ControllerRevision under a name from its hash. While another revision has that name, counts a collision,
 * which changes the hash; a revision with the same data is returned instead. Rejects as the client does.
 */
export async function createRevision(
  owner: DeepReadonly<KubernetesObject>,
  revision: NewRevision,
  collisionCount: number,
  client: ReconcileClient,
): Promise<{ readonly revision: LiveRevision; readonly collisionCount: number }> {
  const prefix = owner.metadata.name.slice(0, LONGEST_PREFIX);
  for (let count = collisionCount; ; count += 1) {
    const name = `${prefix}-${patchHash(revision.data, count)}`;
    const key = { namespace: owner.metadata.namespace ?? '', name };
    try {
      const object = { ...revision, metadata: { ...revision.metadata, name } };
      const created: ControllerRevision = await client.create(controllerRevisions, object);
      return { revision: created, collisionCount: count };
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const existing: ControllerRevision = await client.get(controllerRevisions, key);
      if (equalJson(existing.data, revision.data)) return { revision: existing, collisionCount: count };
    }
  }
}

/** Gives a ControllerRevision another number, which makes it the latest. */
export async function renumberRevision(
  old: LiveRevision,
  revision: number,
  client: ReconcileClient,
): Promise<LiveRevision> {
  if (old.revision === revision) return old;
  return await client.update(controllerRevisions, { ...old, revision });
}

/** Deletes ControllerRevisions, one after the other. */
export async function deleteRevisions(revisions: readonly LiveRevision[], client: ReconcileClient): Promise<void> {
  for (const revision of revisions) {
    try {
      await client.delete(controllerRevisions, revision);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
