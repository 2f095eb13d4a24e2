import { controllerOf, hasStatusCause, isAlreadyExists, messageOfThrown, ownerReferenceTo } from '@kb/apimachinery';
import type { LiveDeployment, LiveReplicaSet } from '../../../shared/kinds.ts';
import { templateHash } from '../../shared/template-hash.ts';
import { REVISION, TEMPLATE_HASH } from './annotations.ts';
import { conditionOf, newCondition, withCondition } from './conditions.ts';
import { progressDeadline } from './deployment-status.ts';
import { newReplicaSetAnnotations, scaleAnnotations } from './new-replica-set-annotations.ts';
import { maxRevision, type ReplicaSets, splitReplicaSets } from './replica-sets.ts';
import type { Rollout } from './rollout.ts';
import { newReplicaSetReplicas } from './rollout-math.ts';
import { equalTemplates } from './template.ts';

/**
 * Splits the ReplicaSets into new and old, and ensures that the new one has the Deployment's annotations and the
 * highest revision, and that the Deployment has that revision too. With `create`, creates the new one if it is missing.
 */
export async function syncReplicaSets(
  rollout: Rollout,
  owned: readonly LiveReplicaSet[],
  create: boolean,
): Promise<ReplicaSets> {
  const sets = splitReplicaSets(rollout.deployment(), owned);
  const revision = maxRevision(sets.old) + 1;
  if (sets.current !== undefined) return { ...sets, current: await syncCurrent(rollout, sets.current, revision) };
  return create ? { ...sets, current: await createReplicaSet(rollout, sets.old, revision) } : sets;
}

async function syncCurrent(rollout: Rollout, current: LiveReplicaSet, revision: number): Promise<LiveReplicaSet> {
  const deployment = rollout.deployment();
  const before = current.metadata.annotations ?? {};
  const annotations = newReplicaSetAnnotations(deployment, before, revision);
  const { minReadySeconds = 0 } = deployment.spec;
  if (annotations !== before || (current.spec.minReadySeconds ?? 0) !== minReadySeconds) {
    return await rollout.updateReplicaSet({
      ...current,
      metadata: { ...current.metadata, annotations },
      spec: { ...current.spec, minReadySeconds },
    });
  }
  const condition =
    conditionOf(deployment.status?.conditions, 'Progressing') === undefined
      ? (['FoundNewReplicaSet', `Found new replica set "${current.metadata.name}"`] as const)
      : undefined;
  await noteRevision(rollout, before[REVISION] ?? '', condition);
  return current;
}

/**
 * Writes the revision to the Deployment's annotations, and the start of the rollout to its conditions, if they changed.
 */
async function noteRevision(
  rollout: Rollout,
  revision: string,
  progress: readonly [reason: string, message: string] | undefined,
): Promise<void> {
  const deployment = rollout.deployment();
  const { annotations = {} } = deployment.metadata;
  const reports = progress !== undefined && progressDeadline(deployment) !== undefined;
  if (annotations[REVISION] === revision && !reports) return;
  const before = deployment.status?.conditions ?? [];
  const conditions = reports
    ? withCondition(before, newCondition('Progressing', 'True', ...progress, rollout.now))
    : before;
  await rollout.updateStatus({
    ...deployment,
    metadata: { ...deployment.metadata, annotations: { ...annotations, [REVISION]: revision } },
    status: { ...deployment.status, conditions },
  });
}

async function createReplicaSet(
  rollout: Rollout,
  old: readonly LiveReplicaSet[],
  revision: number,
): Promise<LiveReplicaSet> {
  const deployment = rollout.deployment();
  const replicas = newReplicaSetReplicas(deployment, old, 0);
  const wanted = replicaSetFor(deployment, replicas, revision);
  const { name } = wanted.metadata;
  let created: LiveReplicaSet;
  try {
    created = await rollout.createReplicaSet(wanted);
  } catch (error) {
    return await afterRefusal(rollout, name, revision, error);
  }
  if (replicas > 0) {
    rollout.record('Normal', 'ScalingReplicaSet', `Scaled up replica set ${name} from 0 to ${replicas}`);
  }
  await noteRevision(rollout, String(revision), ['NewReplicaSetCreated', `Created new replica set "${name}"`]);
  return created;
}

async function afterRefusal(rollout: Rollout, name: string, revision: number, error: unknown): Promise<LiveReplicaSet> {
  if (isAlreadyExists(error)) {
    const existing = await settleCollision(rollout, name, error);
    await noteRevision(rollout, String(revision), undefined);
    return existing;
  }
  if (!hasStatusCause(error, 'NamespaceTerminating')) await noteFailure(rollout, name, error);
  throw error;
}

function replicaSetFor(deployment: LiveDeployment, replicas: number, revision: number) {
  const { metadata, spec, status } = deployment;
  const hash = templateHash(spec.template, status?.collisionCount);
  const labels = { ...spec.template.metadata?.labels, [TEMPLATE_HASH]: hash };
  const annotations = { ...newReplicaSetAnnotations(deployment, {}, revision), ...scaleAnnotations(deployment) };
  return {
    metadata: {
      name: `${metadata.name.slice(0, MAX_NAME - hash.length - 1)}-${hash}`,
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      labels,
      annotations,
      ownerReferences: [ownerReferenceTo(deployment, deployment, { controller: true, blockOwnerDeletion: true })],
    },
    spec: {
      replicas,
      minReadySeconds: spec.minReadySeconds ?? 0,
      selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [TEMPLATE_HASH]: hash } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  };
}

const MAX_NAME = 253;

/**
 * Returns the ReplicaSet of that name if the Deployment owns it and it has the same template. Otherwise increments the
 * collision count, so that the next reconcile computes another hash.
 */
async function settleCollision(rollout: Rollout, name: string, error: unknown): Promise<LiveReplicaSet> {
  const deployment = rollout.deployment();
  const existing = rollout.cached(name);
  if (existing === undefined) throw error; // the cache has not seen it yet
  const isOwn = controllerOf(existing)?.uid === deployment.metadata.uid;
  if (isOwn && existing.spec.template && equalTemplates(existing.spec.template, deployment.spec.template)) {
    return existing;
  }
  const collisionCount = (deployment.status?.collisionCount ?? 0) + 1;
  await rollout.updateStatus({ ...deployment, status: { ...deployment.status, collisionCount } });
  throw error;
}

async function noteFailure(rollout: Rollout, name: string, error: unknown): Promise<void> {
  const deployment = rollout.deployment();
  const message = `Failed to create new replica set "${name}": ${messageOfThrown(error)}`;
  rollout.record('Warning', 'ReplicaSetCreateError', message);
  if (progressDeadline(deployment) === undefined) return;
  const condition = newCondition('Progressing', 'False', 'ReplicaSetCreateError', message, rollout.now);
  const conditions = withCondition(deployment.status?.conditions ?? [], condition);
  if (conditions === deployment.status?.conditions) return;
  // The error of the creation is thrown, whether or not this write succeeds.
  await rollout.updateStatus({ ...deployment, status: { ...deployment.status, conditions } }).catch(() => undefined);
}
