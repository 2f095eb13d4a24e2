import { type DeepReadonly, equalJson, isAlreadyExists, keyOf } from '@kb/apimachinery';
import { labelSelectorOf } from '@kb/apimachinery/selectors';
import { type ControllerRevision, controllerRevisions, daemonSets } from '@kb/kubernetes/apps/v1';
import { pods } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { LivePod } from '../../shared/kinds.ts';
import { deleteRevisions, newRevision, renumberRevision, revisionsOf } from '../shared/history/revision-control.ts';
import { equalRevisions, nextRevision } from '../shared/history/revisions.ts';
import { type LiveRevision, templatePatch } from '../shared/history/template-patch.ts';
import { templateHash } from '../shared/template-hash.ts';
import { HASH_LABEL, type LiveDaemonSet, templateOfDaemon } from './daemon-pod.ts';

const DEFAULT_HISTORY_LIMIT = 10;

/** The revisions of a DaemonSet. */
export interface DaemonRevisions {
  /** The hash of the current template, in the labels of its revision and its Pods. */
  readonly hash: string;
  /** Those of other templates, the oldest first. */
  readonly old: readonly LiveRevision[];
}

/**
 * Returns the revisions of a DaemonSet. Creates the one of its template if it is missing, or makes it the latest;
 * removes others with the same template. Rejects when the name of a new one is taken: the next attempt uses another.
 */
export async function syncDaemonRevisions(
  set: LiveDaemonSet,
  claimed: readonly LivePod[],
  client: ReconcileClient,
): Promise<DaemonRevisions> {
  const selector = labelSelectorOf(set.spec.selector);
  const all: LiveRevision[] = [];
  for (const revision of await revisionsOf(set, daemonSets, selector, client, { releases: true }))
    all.push(await withHash(revision, client));
  const data = templatePatch(templateOfDaemon(set));
  const current = equalRevisions(all, data);
  const old = all.filter((revision) => !current.includes(revision));
  const number = nextRevision(old);
  const [kept = await createDaemonRevision(set, number, client), ...duplicates] = current.toReversed();
  const hash = hashOf(kept);
  if (duplicates.length > 0) {
    await relabel(claimed, hash, client);
    await deleteRevisions(duplicates, client);
  }
  if (kept.revision < number) await renumberRevision(kept, number, client);
  return { hash, old };
}

const hashOf = ({ metadata }: LiveRevision): string => metadata.labels?.[HASH_LABEL] ?? '';

async function withHash(revision: LiveRevision, client: ReconcileClient): Promise<LiveRevision> {
  const { metadata } = revision;
  if (metadata.labels?.[HASH_LABEL] !== undefined) return revision;
  const labels = { ...metadata.labels, [HASH_LABEL]: metadata.name };
  return await client.update(controllerRevisions, { ...revision, metadata: { ...metadata, labels } });
}

async function createDaemonRevision(
  set: LiveDaemonSet,
  revision: number,
  client: ReconcileClient,
): Promise<LiveRevision> {
  const template = templateOfDaemon(set);
  const data = templatePatch(template);
  const hash = templateHash(template, set.status?.collisionCount);
  const { metadata, ...rest } = newRevision(set, template, { revision, data, labels: { [HASH_LABEL]: hash } });
  const name = `${set.metadata.name}-${hash}`;
  try {
    return await client.create(controllerRevisions, { ...rest, metadata: { ...metadata, name } });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const key = { namespace: set.metadata.namespace ?? '', name };
    const existing: DeepReadonly<ControllerRevision> = await client.get(controllerRevisions, key);
    if (equalJson(existing.data, data)) return existing;
    await countCollision(set, client);
    throw error;
  }
}

/** Counts a collision, so that the next hash is another one. */
async function countCollision(set: LiveDaemonSet, client: ReconcileClient): Promise<void> {
  const latest: LiveDaemonSet = await client.get(daemonSets, keyOf(set));
  const before = set.status?.collisionCount;
  // The cache is behind: the count has gone up already.
  if (latest.status?.collisionCount !== before) return;
  const counts = { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 };
  const status = { ...counts, ...latest.status, collisionCount: (before ?? 0) + 1 };
  await client.updateStatus(daemonSets, { ...latest, status });
}

async function relabel(claimed: readonly LivePod[], hash: string, client: ReconcileClient): Promise<void> {
  for (const pod of claimed) {
    if (pod.metadata.labels?.[HASH_LABEL] === hash) continue;
    await client.patch(pods, keyOf(pod), { type: 'merge', value: { metadata: { labels: { [HASH_LABEL]: hash } } } });
  }
}

/** Returns the oldest revisions beyond the limit of a DaemonSet, except those that have Pods. */
export function revisionsToDelete(
  { spec }: LiveDaemonSet,
  old: readonly LiveRevision[],
  claimed: readonly LivePod[],
): LiveRevision[] {
  const excess = old.length - (spec.revisionHistoryLimit ?? DEFAULT_HISTORY_LIMIT);
  if (excess <= 0) return [];
  const live = new Set(claimed.map(({ metadata }) => metadata.labels?.[HASH_LABEL]));
  return old.filter((revision) => !live.has(hashOf(revision))).slice(0, excess);
}
