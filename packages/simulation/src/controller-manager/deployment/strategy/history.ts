import { isNotFound } from '@kb/apimachinery';
import type { LiveReplicaSet } from '../../../shared/kinds.ts';
import { byRevision } from '../rollout/replica-sets.ts';
import type { Rollout } from '../rollout/rollout.ts';
import { replicasOf } from '../rollout/rollout-math.ts';

const UNLIMITED = 2 ** 31 - 1;

/** Deletes the oldest ReplicaSets without Pods, and keeps `revisionHistoryLimit` old ones for rollbacks. */
export async function cleanUpHistory(rollout: Rollout, old: readonly LiveReplicaSet[]): Promise<void> {
  const limit = rollout.deployment().spec.revisionHistoryLimit ?? UNLIMITED;
  if (limit === UNLIMITED) return;
  const kept = old.filter(({ metadata }) => metadata.deletionTimestamp === undefined).toSorted(byRevision);
  for (const set of kept.slice(0, Math.max(0, kept.length - limit))) {
    if (!isEmpty(set)) continue;
    try {
      await rollout.deleteReplicaSet(set);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

/** Whether a ReplicaSet has no Pods and wants none, according to a status that matches its current spec. */
function isEmpty(set: LiveReplicaSet): boolean {
  const { replicas = 0, observedGeneration = 0 } = set.status ?? {};
  return replicas === 0 && replicasOf(set) === 0 && observedGeneration >= (set.metadata.generation ?? 0);
}
