import type { LiveDeployment, LiveReplicaSet } from '../../../shared/kinds.ts';
import { DESIRED_REPLICAS, numberIn } from '../rollout/annotations.ts';
import { scaleAnnotations } from '../rollout/new-replica-set-annotations.ts';
import { activeOf, allOf, byAge, bySizeThenAge, bySizeThenYouth, type ReplicaSets } from '../rollout/replica-sets.ts';
import type { Rollout } from '../rollout/rollout.ts';
import { isRollingUpdate, maxSurge, proportionOf, replicasOf, sumReplicas } from '../rollout/rollout-math.ts';

/**
 * Whether a Deployment's replicas changed since its ReplicaSets were last scaled. If so, it is scaled first and rolled
 * out later.
 */
export function isScalingEvent(deployment: LiveDeployment, sets: ReplicaSets): boolean {
  return activeOf(allOf(sets)).some((set) => {
    const desired = numberIn(set.metadata.annotations, DESIRED_REPLICAS);
    return desired !== undefined && desired !== replicasOf(deployment);
  });
}

/**
 * Scales a Deployment independently of a rollout: the only active ReplicaSet, or else the newest, to the desired
 * replicas; several active ones in proportion, so that scaling does not advance the rollout.
 */
export async function scale(rollout: Rollout, sets: ReplicaSets): Promise<void> {
  const deployment = rollout.deployment();
  const active = activeOf(allOf(sets));
  const only = active.length === 0 ? (sets.current ?? sets.old.toSorted(byAge).at(-1)) : active[0];
  if (only === undefined) return;
  if (active.length <= 1) {
    if (replicasOf(only) !== replicasOf(deployment)) await scaleReplicaSet(rollout, only, replicasOf(deployment));
  } else if (isSaturated(deployment, sets.current)) {
    for (const set of activeOf(sets.old)) await scaleReplicaSet(rollout, set, 0);
  } else if (isRollingUpdate(deployment)) {
    await scaleInProportion(rollout, active);
  }
}

/** Whether the new ReplicaSet has all desired Pods, and they are available. */
function isSaturated(deployment: LiveDeployment, current: LiveReplicaSet | undefined): boolean {
  const replicas = replicasOf(deployment);
  return (
    current !== undefined &&
    replicasOf(current) === replicas &&
    numberIn(current.metadata.annotations, DESIRED_REPLICAS) === replicas &&
    (current.status?.availableReplicas ?? 0) === replicas
  );
}

async function scaleInProportion(rollout: Rollout, active: readonly LiveReplicaSet[]): Promise<void> {
  const deployment = rollout.deployment();
  const replicas = replicasOf(deployment);
  const toAdd = (replicas > 0 ? replicas + maxSurge(deployment) : 0) - sumReplicas(active);
  // Of two ReplicaSets of the same size, the newer grows first, and the older shrinks first.
  const ordered = toAdd === 0 ? [...active] : active.toSorted(toAdd > 0 ? bySizeThenYouth : bySizeThenAge);
  let added = 0;
  const sizes = ordered.map((set) => {
    const change = proportionOf(set, deployment, toAdd, added);
    added += change;
    return replicasOf(set) + change;
  });
  for (const [index, set] of ordered.entries()) {
    const leftover = index === 0 ? toAdd - added : 0;
    await scaleReplicaSet(rollout, set, Math.max(0, (sizes[index] ?? 0) + leftover), { evenIfSame: true });
  }
}

/**
 * Sets the replicas of a ReplicaSet, and annotates it with the Deployment's scale; with `evenIfSame`, also if its
 * replicas do not change. Resolves with the resulting ReplicaSet: another object if it was scaled.
 */
export async function scaleReplicaSet(
  rollout: Rollout,
  set: LiveReplicaSet,
  replicas: number,
  { evenIfSame = false }: { readonly evenIfSame?: boolean } = {},
): Promise<LiveReplicaSet> {
  const before = replicasOf(set);
  const annotations = scaleAnnotations(rollout.deployment());
  const noted = Object.entries(annotations).every(([name, value]) => set.metadata.annotations?.[name] === value);
  if (before === replicas && (!evenIfSame || noted)) return set;
  const scaled = await rollout.updateReplicaSet({
    ...set,
    metadata: { ...set.metadata, annotations: { ...set.metadata.annotations, ...annotations } },
    spec: { ...set.spec, replicas },
  });
  if (before !== replicas) {
    const direction = before < replicas ? 'up' : 'down';
    const message = `Scaled ${direction} replica set ${set.metadata.name} from ${before} to ${replicas}`;
    rollout.record('Normal', 'ScalingReplicaSet', message);
  }
  return scaled;
}
