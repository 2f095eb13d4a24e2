import { parseTime } from '@kb/apimachinery';
import type { LiveDeployment, LiveReplicaSet } from '../../../shared/kinds.ts';
import { conditionOf, type LiveCondition, newCondition, withCondition } from './conditions.ts';
import { allOf, type ReplicaSets } from './replica-sets.ts';
import { maxUnavailable, replicasOf, sumReplicas, sumStatus } from './rollout-math.ts';

/** The status of a Deployment as the caches hold it. */
export type LiveStatus = NonNullable<LiveDeployment['status']>;

const NO_DEADLINE = 2 ** 31 - 1;

/** The seconds after which a rollout without progress has failed; undefined when the Deployment has no deadline. */
export function progressDeadline({ spec }: LiveDeployment): number | undefined {
  const { progressDeadlineSeconds } = spec;
  return progressDeadlineSeconds === NO_DEADLINE ? undefined : progressDeadlineSeconds;
}

/**
 * Computes the status from the ReplicaSets, with the Available condition. Omits counts of zero, as the API server does.
 */
export function deploymentStatus(deployment: LiveDeployment, sets: ReplicaSets, now: number): LiveStatus {
  const all = allOf(sets);
  const availableReplicas = sumStatus(all, 'availableReplicas');
  const { collisionCount, conditions: before = [] } = deployment.status ?? {};
  const terminatingReplicas = terminating(all);
  const counts = {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: sumStatus(all, 'replicas'),
    updatedReplicas: sets.current?.status?.replicas ?? 0,
    readyReplicas: sumStatus(all, 'readyReplicas'),
    availableReplicas,
    unavailableReplicas: Math.max(0, sumReplicas(all) - availableReplicas),
  };
  const isAvailable = availableReplicas >= replicasOf(deployment) - maxUnavailable(deployment);
  const available = isAvailable
    ? newCondition('Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.', now)
    : newCondition(
        'Available',
        'False',
        'MinimumReplicasUnavailable',
        'Deployment does not have minimum availability.',
        now,
      );
  return {
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
    ...(terminatingReplicas !== undefined && { terminatingReplicas }),
    ...(collisionCount !== undefined && { collisionCount }),
    conditions: withCondition(before, available),
  };
}

/**
 * The number of terminating Pods. A ReplicaSet that was not observed yet has none. Undefined while an observed
 * ReplicaSet does not report its number.
 */
function terminating(sets: readonly LiveReplicaSet[]): number | undefined {
  let sum = 0;
  for (const { status } of sets) {
    const { terminatingReplicas, observedGeneration = 0 } = status ?? {};
    if (terminatingReplicas === undefined && observedGeneration > 0) return undefined;
    sum += terminatingReplicas ?? 0;
  }
  return sum;
}

/**
 * Whether a rollout is complete: all desired Pods have the new template and are available, no others are left, and the
 * current spec was observed.
 */
export function isComplete(deployment: LiveDeployment, status: LiveStatus | undefined): boolean {
  const replicas = replicasOf(deployment);
  const { updatedReplicas = 0, availableReplicas = 0, observedGeneration = 0 } = status ?? {};
  return (
    updatedReplicas === replicas &&
    (status?.replicas ?? 0) === replicas &&
    availableReplicas === replicas &&
    observedGeneration >= (deployment.metadata.generation ?? 0)
  );
}

/**
 * Whether a rollout has progressed since the Deployment's current status: more new Pods, fewer old ones, or more Pods
 * that are ready or available.
 */
export function isProgressing({ status: before = {} }: LiveDeployment, after: LiveStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: LiveStatus): number => replicas - updatedReplicas;
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

/** Whether a rollout has made no progress for longer than its deadline. */
export function isTimedOut(deployment: LiveDeployment, status: LiveStatus, now: number): boolean {
  const condition = conditionOf(status.conditions, 'Progressing');
  if (condition === undefined || condition.reason === 'NewReplicaSetAvailable') return false;
  if (condition.reason === 'ProgressDeadlineExceeded') return true;
  const due = deadlineOf(deployment, condition);
  return due !== undefined && due < now;
}

/** The milliseconds until the deadline of a rollout has to be checked; undefined if there is nothing to check. */
export function nextProgressCheck(deployment: LiveDeployment, status: LiveStatus, now: number): number | undefined {
  const condition = conditionOf(deployment.status?.conditions, 'Progressing');
  if (condition === undefined || condition.reason === 'ProgressDeadlineExceeded' || isComplete(deployment, status)) {
    return undefined;
  }
  const due = deadlineOf(deployment, condition);
  // One second more, because times of conditions have no fractions.
  return due === undefined ? undefined : Math.max(0, due - now) + 1000;
}

function deadlineOf(deployment: LiveDeployment, condition: LiveCondition): number | undefined {
  const since = parseTime(condition.lastUpdateTime ?? '');
  const seconds = progressDeadline(deployment);
  return since === undefined || seconds === undefined ? undefined : since + seconds * 1000;
}
