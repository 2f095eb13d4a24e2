import { equalJson } from '@kb/apimachinery';
import type { LiveReplicaSet } from '../../../shared/kinds.ts';
import { conditionOf, type LiveCondition, newCondition, withCondition, withoutCondition } from './conditions.ts';
import {
  deploymentStatus,
  isComplete,
  isProgressing,
  isTimedOut,
  type LiveStatus,
  nextProgressCheck,
  progressDeadline,
} from './deployment-status.ts';
import { allOf, type ReplicaSets } from './replica-sets.ts';
import type { Rollout } from './rollout.ts';

/** Writes the counts and the Available condition if they changed. Sufficient when no rollout is in progress. */
export async function syncStatus(rollout: Rollout, sets: ReplicaSets): Promise<void> {
  await writeStatus(rollout, deploymentStatus(rollout.deployment(), sets, rollout.now));
}

/**
 * Writes the status during a rollout, including its progress and failures. Resolves with the milliseconds until the
 * next check of the deadline, if one is needed.
 */
export async function syncRolloutStatus(rollout: Rollout, sets: ReplicaSets): Promise<number | undefined> {
  const { now } = rollout;
  const deployment = rollout.deployment();
  const status = deploymentStatus(deployment, sets, now);
  const conditions = withFailure(withProgress(rollout, sets, status), sets);
  const next = { ...status, conditions };
  if (await writeStatus(rollout, next)) return undefined; // the watch event causes the next reconcile
  return nextProgressCheck(deployment, next, now);
}

async function writeStatus(rollout: Rollout, status: LiveStatus): Promise<boolean> {
  const deployment = rollout.deployment();
  if (equalJson(deployment.status ?? {}, status)) return false;
  await rollout.updateStatus({ ...deployment, status });
  return true;
}

function withProgress(rollout: Rollout, { current }: ReplicaSets, status: LiveStatus): readonly LiveCondition[] {
  const { now } = rollout;
  const deployment = rollout.deployment();
  const conditions = status.conditions ?? [];
  if (progressDeadline(deployment) === undefined) return withoutCondition(conditions, 'Progressing');
  const before = conditionOf(deployment.status?.conditions, 'Progressing');
  // A completed rollout stays complete, whatever happens to its Pods.
  if (before?.reason === 'NewReplicaSetAvailable' && status.replicas === status.updatedReplicas) return conditions;
  const what = current ? `ReplicaSet "${current.metadata.name}"` : `Deployment "${deployment.metadata.name}"`;
  if (isComplete(deployment, status)) {
    const text = `${what} has successfully progressed.`;
    return withCondition(conditions, newCondition('Progressing', 'True', 'NewReplicaSetAvailable', text, now));
  }
  if (isProgressing(deployment, status)) {
    const condition = newCondition('Progressing', 'True', 'ReplicaSetUpdated', `${what} is progressing.`, now);
    // Also if the reason is the same, because the deadline counts from lastUpdateTime.
    const since = before?.status === 'True' ? before.lastTransitionTime : condition.lastTransitionTime;
    return [
      ...withoutCondition(conditions, 'Progressing'),
      { ...condition, ...(since !== undefined && { lastTransitionTime: since }) },
    ];
  }
  if (isTimedOut(deployment, status, now)) {
    const text = `${what} has timed out progressing.`;
    return withCondition(conditions, newCondition('Progressing', 'False', 'ProgressDeadlineExceeded', text, now));
  }
  return conditions;
}

/** Copies the failure of the new ReplicaSet, or else of any other, to the Deployment's conditions. */
function withFailure(conditions: readonly LiveCondition[], sets: ReplicaSets): readonly LiveCondition[] {
  const failure = failureOf(sets.current) ?? allOf(sets).map(failureOf).find(Boolean);
  return failure ? withCondition(conditions, failure) : withoutCondition(conditions, 'ReplicaFailure');
}

function failureOf(set: LiveReplicaSet | undefined): LiveCondition | undefined {
  const condition = set?.status?.conditions?.find(({ type }) => type === 'ReplicaFailure');
  if (condition === undefined) return undefined;
  const { lastTransitionTime } = condition;
  return { ...condition, ...(lastTransitionTime !== undefined && { lastUpdateTime: lastTransitionTime }) };
}
