import type { LiveDeployment, LiveReplicaSet } from '../../../shared/kinds.ts';
import { scaledValue } from '../../shared/scaled-value.ts';
import { MAX_REPLICAS, numberIn } from './annotations.ts';

/** The desired replicas of a Deployment or ReplicaSet. */
export const replicasOf = ({ spec }: LiveDeployment | LiveReplicaSet): number => spec.replicas ?? 1;

/** Whether a Deployment replaces its Pods step by step. */
export const isRollingUpdate = ({ spec }: LiveDeployment): boolean => spec.strategy?.type !== 'Recreate';

/**
 * How far a rollout may exceed the desired number of Pods, and fall below the desired number of available Pods. If both
 * are 0, one Pod may be unavailable, as the rollout could not proceed otherwise.
 */
function fenceposts(deployment: LiveDeployment): { surge: number; unavailable: number } {
  if (!isRollingUpdate(deployment)) return { surge: 0, unavailable: 0 };
  const { maxSurge, maxUnavailable } = deployment.spec.strategy?.rollingUpdate ?? {};
  const replicas = replicasOf(deployment);
  const surge = scaledValue(maxSurge, replicas, 'up');
  const unavailable = scaledValue(maxUnavailable, replicas, 'down');
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** How far a rollout may exceed the desired number of Pods. */
export const maxSurge = (deployment: LiveDeployment): number => fenceposts(deployment).surge;

/** How many of the desired Pods may be unavailable during a rollout. */
export function maxUnavailable(deployment: LiveDeployment): number {
  return Math.min(fenceposts(deployment).unavailable, replicasOf(deployment));
}

/**
 * The replicas that the new ReplicaSet should have now: as many as the surge allows, at most the desired number, and
 * never fewer than it has.
 */
export function newReplicaSetReplicas(
  deployment: LiveDeployment,
  all: readonly LiveReplicaSet[],
  current: number,
): number {
  const replicas = replicasOf(deployment);
  if (!isRollingUpdate(deployment)) return replicas;
  const room = replicas + maxSurge(deployment) - sumReplicas(all);
  return room <= 0 ? current : current + Math.min(room, replicas - current);
}

/**
 * The change of a ReplicaSet's replicas when a Deployment is scaled during a rollout: its share of the Pods that are
 * still to be added or, if negative, removed.
 */
export function proportionOf(
  set: LiveReplicaSet,
  deployment: LiveDeployment,
  toAdd: number,
  alreadyAdded: number,
): number {
  if (replicasOf(set) === 0 || toAdd === 0 || toAdd === alreadyAdded) return 0;
  const share = shareOf(set, deployment);
  const left = toAdd - alreadyAdded;
  return toAdd > 0 ? Math.min(share, left) : Math.max(share, left);
}

function shareOf(set: LiveReplicaSet, deployment: LiveDeployment): number {
  const size = replicasOf(set);
  const replicas = replicasOf(deployment);
  if (replicas === 0) return -size;
  // Without the annotation (a user removed it), the current size is the best approximation.
  const before = numberIn(set.metadata.annotations, MAX_REPLICAS) || (deployment.status?.replicas ?? 0);
  if (before === 0) return 0;
  return Math.trunc((size * (replicas + maxSurge(deployment))) / before + 0.5) - size;
}

/** The sum of the desired replicas of ReplicaSets. */
export const sumReplicas = (sets: readonly LiveReplicaSet[]): number =>
  sets.reduce((sum, set) => sum + replicasOf(set), 0);

/** The sum of one status field over ReplicaSets. */
export const sumStatus = (
  sets: readonly LiveReplicaSet[],
  count: 'replicas' | 'readyReplicas' | 'availableReplicas',
): number => sets.reduce((sum, { status }) => sum + (status?.[count] ?? 0), 0);
