import { byAge, activeOf, allOf, type ReplicaSets } from '../rollout/replica-sets.ts';
import type { LiveReplicaSet } from '../../../shared/kinds.ts';
import { cleanUpHistory } from './history.ts';
import { syncReplicaSets } from '../rollout/new-replica-set.ts';
import type { Rollout } from '../rollout/rollout.ts';
import { maxUnavailable, newReplicaSetReplicas, replicasOf, sumReplicas, sumStatus } from '../rollout/rollout-math.ts';
import { scaleReplicaSet } from './scale.ts';
import { syncRolloutStatus } from '../rollout/sync-status.ts';
import { isComplete } from '../rollout/deployment-status.ts';

/**
 * Performs one step of a rolling update: scales the new ReplicaSet up, or else the old ones down, as far as surge and
 * availability allow.
 */
export async function rollingUpdate(rollout: Rollout, owned: readonly LiveReplicaSet[]): Promise<number | undefined> {
  const sets = await syncReplicaSets(rollout, owned, true);
  if (!(await scaleUp(rollout, sets)) && !(await scaleDown(rollout, sets))) {
    if (isComplete(rollout.deployment(), rollout.deployment().status)) await cleanUpHistory(rollout, sets.old);
  }
  return await syncRolloutStatus(rollout, sets);
}

async function scaleUp(rollout: Rollout, sets: ReplicaSets): Promise<boolean> {
  const deployment = rollout.deployment();
  const { current } = sets;
  if (current === undefined || replicasOf(current) === replicasOf(deployment)) return false;
  const replicas =
    replicasOf(current) > replicasOf(deployment)
      ? replicasOf(deployment)
      : newReplicaSetReplicas(deployment, allOf(sets), replicasOf(current));
  return (await scaleReplicaSet(rollout, current, replicas)) !== current;
}

/**
 * Removes Pods of old ReplicaSets. Unavailable Pods go first. Available Pods follow, down to the minimum that must stay
 * available.
 */
async function scaleDown(rollout: Rollout, { current, old }: ReplicaSets): Promise<boolean> {
  const active = activeOf(old).toSorted(byAge);
  if (current === undefined || active.length === 0) return false;
  const deployment = rollout.deployment();
  const minAvailable = replicasOf(deployment) - maxUnavailable(deployment);
  const unavailable = replicasOf(current) - (current.status?.availableReplicas ?? 0);
  const spare = sumReplicas([...active, current]) - minAvailable - unavailable;
  if (spare <= 0) return false;
  const healthy = await takeAway(
    rollout,
    active,
    spare,
    (set) => replicasOf(set) - (set.status?.availableReplicas ?? 0),
  );
  const missable = sumStatus([...healthy, current], 'availableReplicas') - minAvailable;
  const left = await takeAway(rollout, healthy, missable, replicasOf);
  return sumReplicas(left) < sumReplicas(active);
}

/**
 * Scales the ReplicaSets down by `count` in total, each by at most `most` of it. Resolves with the scaled ReplicaSets.
 */
async function takeAway(
  rollout: Rollout,
  sets: readonly LiveReplicaSet[],
  count: number,
  most: (set: LiveReplicaSet) => number,
): Promise<LiveReplicaSet[]> {
  let left = count;
  const scaled: LiveReplicaSet[] = [];
  for (const set of sets) {
    const taken = Math.max(0, Math.min(left, most(set), replicasOf(set)));
    left -= taken;
    scaled.push(taken === 0 ? set : await scaleReplicaSet(rollout, set, replicasOf(set) - taken));
  }
  return scaled;
}
