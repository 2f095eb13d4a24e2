import type { ReconcileClient } from '@kb/runtime';
import { createRevision, newRevision, renumberRevision } from '../shared/history/revision-control.ts';
import { equalRevisions, nextRevision } from '../shared/history/revisions.ts';
import { type LiveRevision, patchHash, templateOf, templatePatch } from '../shared/history/template-patch.ts';
import type { Template } from '../shared/template-hash.ts';
import type { LiveStatefulSet } from './members.ts';

/** The label of a StatefulSet's ControllerRevision with the hash of its name. */
const HASH_LABEL = 'controller.kubernetes.io/hash';

/** The two revisions of a StatefulSet that its Pods are created from. */
export interface SetRevisions {
  /** The one before an update, or the same one. */
  readonly current: { readonly name: string; readonly template: Template };
  readonly update: { readonly name: string; readonly template: Template };
  readonly collisionCount: number;
}

/**
 * Returns the revisions of a StatefulSet. Creates the one of its template if it is missing; if an older one has the
 * same template, makes it the latest. `sorted`: the existing ones, the oldest first.
 */
export async function syncRevisions(
  set: LiveStatefulSet,
  sorted: readonly LiveRevision[],
  client: ReconcileClient,
): Promise<SetRevisions> {
  const { revision: update, collisionCount } = await latestRevision(set, sorted, client);
  const current = sorted.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update;
  const { template } = set.spec;
  return {
    current: { name: current.metadata.name, template: templateOf(current) ?? template },
    update: { name: update.metadata.name, template },
    collisionCount,
  };
}

async function latestRevision(
  set: LiveStatefulSet,
  sorted: readonly LiveRevision[],
  client: ReconcileClient,
): Promise<{ readonly revision: LiveRevision; readonly collisionCount: number }> {
  const collisionCount = set.status?.collisionCount ?? 0;
  const { template } = set.spec;
  const data = templatePatch(template);
  const labels = { [HASH_LABEL]: patchHash(data, collisionCount) };
  const wanted = newRevision(set, template, { revision: nextRevision(sorted), data, labels });
  const equal = equalRevisions(sorted, wanted.data).at(-1);
  if (equal === undefined) return await createRevision(set, wanted, collisionCount, client);
  const isLatest = equal === sorted.at(-1);
  return { revision: isLatest ? equal : await renumberRevision(equal, wanted.revision, client), collisionCount };
}
