import type { IntOrString } from '@kb/apimachinery';
import type { LiveDeployment, LiveReplicaSet } from '../../../shared/kinds.ts';
import { MAX_REPLICAS, numberIn } from './annotations.ts';

/** The replicas that a Deployment or ReplicaSet asks for. */
export const replicasOf = ({ spec }: LiveDeployment | LiveReplicaSet): number => spec.replicas ?? 1;

/** Whether a Deployment replaces its Pods step by step. */
export const isRollingUpdate = ({ spec }: LiveDeployment): boolean => spec.strategy?.type !== 'Recreate';

/** A number or percentage of `total`, such as 3 or `25%`. What is neither is 0: the API server refuses it. */
export function scaledValue(value: IntOrString | undefined, total: number, round: 'up' | 'down'): number {
  if (typeof value === 'number') return value;
  const percent = /^(\d+)%$/.exec(value ?? '')?.[1];
  if (percent === undefined) return 0;
  const share = (Number(percent) * total) / 100;
  return round === 'up' ? Math.ceil(share) : Math.floor(share);
}

/**
 * How many Pods more, and how many available Pods fewer, than asked for a rollout may have. Both 0 would stop it: then
 * one may be unavailable.
 */
function fenceposts(deployment: LiveDeployment): { surge: number; unavailable: number } {
  if (!isRollingUpdate(deployment)) return { surge: 0, unavailable: 0 };
  const { maxSurge, maxUnavailable } = deployment.spec.strategy?.rollingUpdate ?? {};
  const replicas = replicasOf(deployment);
  const surge = scaledValue(maxSurge, replicas, 'up');
  const unavailable = scaledValue(maxUnavailable, replicas, 'down');
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** How many Pods more than asked for a rollout may have. */
export const maxSurge = (deployment: LiveDeployment): number => fenceposts(deployment).surge;

/** How many of the Pods asked for may be unavailable in a rollout. */
export function maxUnavailable(deployment: LiveDeployment): number {
  return Math.min(fenceposts(deployment).unavailable, replicasOf(deployment));
}

/**
 * How many Pods the new ReplicaSet should have now: as many as the surge lets it, never more than asked for, never
 * fewer than it has.
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
 * By how many Pods a ReplicaSet changes when a Deployment is scaled during a rollout: its share of what is still to be
 * added or, negative, removed.
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
  // Without the annotation (a user took it away) the present size is the next best base.
  const before = numberIn(set.metadata.annotations, MAX_REPLICAS) || (deployment.status?.replicas ?? 0);
  if (before === 0) return 0;
  return Math.trunc((size * (replicas + maxSurge(deployment))) / before + 0.5) - size;
}

/** The replicas that ReplicaSets ask for, together. */
export const sumReplicas = (sets: readonly LiveReplicaSet[]): number =>
  sets.reduce((sum, set) => sum + replicasOf(set), 0);

/** One count of the statuses of ReplicaSets, together. */
export const sumStatus = (
  sets: readonly LiveReplicaSet[],
  count: 'replicas' | 'readyReplicas' | 'availableReplicas',
): number => sets.reduce((sum, { status }) => sum + (status?.[count] ?? 0), 0);
