import type { LiveReplicaSet } from '../../../shared/kinds.ts';
import { isTerminal } from '../../../shared/pods.ts';
import { isComplete } from '../rollout/deployment-status.ts';
import { cleanUpHistory } from './history.ts';
import { syncReplicaSets } from '../rollout/new-replica-set.ts';
import { activeOf, type ReplicaSets } from '../rollout/replica-sets.ts';
import type { Rollout } from '../rollout/rollout.ts';
import { replicasOf, sumStatus } from '../rollout/rollout-math.ts';
import { scaleReplicaSet } from './scale.ts';
import { syncRolloutStatus } from '../rollout/sync-status.ts';

/** Performs one step of a rollout that deletes all old Pods before it starts new ones. */
export async function recreate(rollout: Rollout, owned: readonly LiveReplicaSet[]): Promise<number | undefined> {
  let sets = await syncReplicaSets(rollout, owned, false);
  const active = activeOf(sets.old);
  for (const set of active) await scaleReplicaSet(rollout, set, 0);
  if (active.length > 0 || oldPodsRun(rollout, sets)) return await syncRolloutStatus(rollout, sets);
  if (sets.current === undefined) sets = await syncReplicaSets(rollout, owned, true);
  const { current, old } = sets;
  if (current !== undefined) await scaleReplicaSet(rollout, current, replicasOf(rollout.deployment()));
  if (isComplete(rollout.deployment(), rollout.deployment().status)) await cleanUpHistory(rollout, old);
  return await syncRolloutStatus(rollout, sets);
}

function oldPodsRun(rollout: Rollout, { old }: ReplicaSets): boolean {
  if (sumStatus(old, 'replicas') > 0) return true;
  return old.some((set) => [...rollout.podsOf(set)].some((pod) => !isTerminal(pod)));
}
