import { controllerOf, keyOf, type ObjectKey } from '@kb/apimachinery';
import { labelSelectorOf, matchesLabels } from '@kb/apimachinery/selectors';
import { deployments, replicaSets } from '@kb/kubernetes/apps/v1';
import { type Pod, pods } from '@kb/kubernetes/core/v1';
import {
  asReconciler,
  type CachedReads,
  type Controller,
  controllerFor,
  type EventHandler,
  type ReconcileContext,
  type ReconcileResult,
} from '@kb/runtime';
import { CONTROLLER_INDEX, filedByController, orphansIn } from '../../shared/controller-index.ts';
import type { LiveDeployment, LiveReplicaSet } from '../../shared/kinds.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { claim } from '../shared/claim.ts';
import { conditionOf, newCondition, withCondition } from './rollout/conditions.ts';
import { progressDeadline } from './rollout/deployment-status.ts';
import { syncReplicaSets } from './rollout/new-replica-set.ts';
import { splitReplicaSets } from './rollout/replica-sets.ts';
import { cleanUpHistory } from './strategy/history.ts';
import { recreate } from './strategy/recreate.ts';
import { rollback, rollbackTarget } from './strategy/rollback.ts';
import { rollingUpdate } from './strategy/rolling-update.ts';
import { createRollout, type Rollout } from './rollout/rollout.ts';
import { isScalingEvent, scale } from './strategy/scale.ts';
import { syncStatus } from './rollout/sync-status.ts';

/**
 * Creates the Deployment controller: keeps one ReplicaSet for each Pod template, and rolls out new templates by the
 * Deployment's strategy.
 */
export function deploymentController({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-controller-manager', 'deployment-controller');

  async function reconcile(deployment: LiveDeployment, context: ReconcileContext): Promise<ReconcileResult> {
    const { client } = context;
    const selector = labelSelectorOf(deployment.spec.selector);
    // The API server rejects empty selectors, because they would match every ReplicaSet.
    if (selector.requirements.length === 0) return {};
    const cachedSets = client.cached(replicaSets);
    const candidates = [
      ...cachedSets.byIndex(CONTROLLER_INDEX, deployment.metadata.uid),
      ...cachedSets.byIndex(CONTROLLER_INDEX, orphansIn(deployment.metadata.namespace)),
    ];
    const claiming = { client, owner: deployment, ownerResource: deployments, selector, resource: replicaSets };
    const owned = await claim(claiming, candidates);
    const rollout = createRollout({ deployment, client, recorder, now: context.now() });
    return { requeueAfter: await syncDeployment(rollout, owned) };
  }

  return controllerFor(deployments)
    .named('deployment-controller')
    .owns(replicaSets)
    .watches(replicaSets, deploymentsOfOrphan)
    .watches(pods, whenPodIsGone)
    .indexes(replicaSets, CONTROLLER_INDEX, filedByController)
    .indexes(pods, CONTROLLER_INDEX, filedByController)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(asReconciler(deployments, reconcile));
}

/** The Deployments that may adopt a ReplicaSet without a controller. */
function deploymentsOfOrphan(set: LiveReplicaSet, { cached }: CachedReads): ObjectKey[] {
  if (controllerOf(set) !== undefined) return [];
  return cached(deployments)
    .list({ namespace: set.metadata.namespace ?? '' })
    .filter((deployment) => matchesLabels(labelSelectorOf(deployment.spec.selector), set.metadata.labels))
    .map((deployment) => keyOf(deployment));
}

/** Wakes a Recreate rollout, which waits until the last old Pod is gone. */
const whenPodIsGone: EventHandler<Pod> = {
  delete: ({ object: pod }, queue, { cached }) => {
    const controller = controllerOf(pod);
    if (controller?.kind !== 'ReplicaSet') return;
    const { namespace = '' } = pod.metadata;
    const set = cached(replicaSets).get({ namespace, name: controller.name });
    const owner = set && controllerOf(set);
    if (owner?.kind === 'Deployment') queue.add({ namespace, name: owner.name });
  },
};

async function syncDeployment(rollout: Rollout, owned: readonly LiveReplicaSet[]): Promise<number | undefined> {
  if (rollout.deployment().metadata.deletionTimestamp !== undefined) {
    await syncStatus(rollout, await syncReplicaSets(rollout, owned, false));
    return undefined;
  }
  await syncPausedCondition(rollout);
  if (rollout.deployment().spec.paused) return await scaleOnly(rollout, owned);
  const target = rollbackTarget(rollout.deployment());
  if (target !== undefined) {
    await rollback(rollout, owned, target);
    return undefined;
  }
  if (isScalingEvent(rollout.deployment(), splitReplicaSets(rollout.deployment(), owned)))
    return await scaleOnly(rollout, owned);
  return rollout.deployment().spec.strategy?.type === 'Recreate'
    ? await recreate(rollout, owned)
    : await rollingUpdate(rollout, owned);
}

/** Scales the ReplicaSets of a Deployment that is paused or whose replicas changed, without creating a new one. */
async function scaleOnly(rollout: Rollout, owned: readonly LiveReplicaSet[]): Promise<undefined> {
  const sets = await syncReplicaSets(rollout, owned, false);
  await scale(rollout, sets);
  if (rollout.deployment().spec.paused) await cleanUpHistory(rollout, sets.old);
  await syncStatus(rollout, sets);
}

/** Reports that a rollout was paused or resumed, so that the pause does not count towards the progress deadline. */
async function syncPausedCondition(rollout: Rollout): Promise<void> {
  const deployment = rollout.deployment();
  if (progressDeadline(deployment) === undefined) return;
  const conditions = deployment.status?.conditions ?? [];
  const reason = conditionOf(conditions, 'Progressing')?.reason;
  const { paused = false } = deployment.spec;
  if (reason === 'ProgressDeadlineExceeded' || paused === (reason === 'DeploymentPaused')) return;
  const [next, message] = paused
    ? (['DeploymentPaused', 'Deployment is paused'] as const)
    : (['DeploymentResumed', 'Deployment is resumed'] as const);
  const condition = newCondition('Progressing', 'Unknown', next, message, rollout.now);
  const status = { ...deployment.status, conditions: withCondition(conditions, condition) };
  await rollout.updateStatus({ ...deployment, status });
}
