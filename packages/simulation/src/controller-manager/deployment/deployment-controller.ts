import { controllerOf, labelSelectorOf, matchesLabels } from '@kb/apimachinery';
import { deployments, replicaSets } from '@kb/kubernetes/apps/v1';
import { pods } from '@kb/kubernetes/core/v1';
import type { SimulationContext } from '../../api/simulation-context.ts';
import { claim } from '../shared/claim.ts';
import type { LiveDeployment, LiveReplicaSet } from '../../shared/kinds.ts';
import { conditionOf, newCondition, withCondition } from './conditions.ts';
import { progressDeadline } from './deployment-status.ts';
import { cleanUpHistory } from './rollout/history.ts';
import { syncReplicaSets } from './new-replica-set.ts';
import { recreate } from './rollout/recreate.ts';
import { sortOut } from './replica-sets.ts';
import { rollback, rollbackTarget } from './rollout/rollback.ts';
import { rollingUpdate } from './rollout/rolling-update.ts';
import { createRollout, type Rollout } from './rollout/rollout.ts';
import { isScalingEvent, scale } from './rollout/scale.ts';
import { syncStatus } from './sync-status.ts';

/**
 * Runs the Deployment controller: one ReplicaSet for each Pod template, and from one to the next as the strategy says.
 */
export function runDeploymentController(context: SimulationContext): void {
  const client = context.client('kube-controller-manager');
  const recorder = context.recorder(client, 'deployment-controller');
  const informer = context.informer(deployments);
  const sets = context.informer(replicaSets);
  const podInformer = context.informer(pods);
  const setsOf = sets.index((set) => [controllerOf(set)?.uid ?? orphansIn(set.metadata.namespace)]);
  const podsOf = podInformer.index((pod) => [controllerOf(pod)?.uid ?? '']);
  const queue = context.queue('deployment-controller', [informer, sets, podInformer], (key) => reconcile(key));

  informer.subscribe(({ before, after }) => queue.add(keyOf((after ?? before) as LiveDeployment)));
  sets.subscribe(({ before, after }) => {
    if (before !== undefined) enqueueController(before);
    if (after !== undefined && controllerOf(after) !== undefined) enqueueController(after);
    else if (after !== undefined) enqueueMatching(after);
  });
  // A Recreate rollout waits for the last of the old Pods to go.
  podInformer.subscribe(({ before, after }) => {
    const controller = after === undefined && before !== undefined ? controllerOf(before) : undefined;
    if (controller?.kind !== 'ReplicaSet') return;
    const set = sets.get({ namespace: before?.metadata.namespace ?? '', name: controller.name });
    if (set !== undefined) enqueueController(set);
  });

  function enqueueController(set: LiveReplicaSet): void {
    const controller = controllerOf(set);
    if (controller?.kind !== 'Deployment') return;
    const { namespace = '' } = set.metadata;
    if (informer.get({ namespace, name: controller.name })?.metadata.uid === controller.uid) {
      queue.add(`${namespace}/${controller.name}`);
    }
  }

  function enqueueMatching(orphan: LiveReplicaSet): void {
    for (const deployment of informer.list(orphan.metadata.namespace ?? '')) {
      if (matchesLabels(labelSelectorOf(deployment.spec.selector), orphan.metadata.labels))
        queue.add(keyOf(deployment));
    }
  }

  async function reconcile(key: string): Promise<number | undefined> {
    const [namespace = '', name = ''] = key.split('/');
    const deployment = informer.get({ namespace, name });
    if (deployment === undefined) return undefined;
    const selector = labelSelectorOf(deployment.spec.selector);
    const rollout = createRollout({
      deployment,
      client,
      recorder,
      deployments: informer,
      replicaSets: sets,
      podsOf: (set) => podsOf(set.metadata.uid),
      now: context.clock.now(),
    });
    // the API server refuses those: they would take every ReplicaSet
    if (selector.requirements.length === 0) return undefined;
    const candidates = [...setsOf(deployment.metadata.uid), ...setsOf(orphansIn(namespace))];
    const owned = await claim(
      { client, owner: deployment, ownerResource: deployments, selector, informer: sets },
      candidates,
    );
    return await syncDeployment(rollout, owned);
  }
}

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
  if (isScalingEvent(rollout.deployment(), sortOut(rollout.deployment(), owned)))
    return await scaleOnly(rollout, owned);
  return rollout.deployment().spec.strategy?.type === 'Recreate'
    ? await recreate(rollout, owned)
    : await rollingUpdate(rollout, owned);
}

/**
 * What is done for a Deployment that is paused, or whose replicas changed: its ReplicaSets are scaled, and no new one
 * is made.
 */
async function scaleOnly(rollout: Rollout, owned: readonly LiveReplicaSet[]): Promise<undefined> {
  const sets = await syncReplicaSets(rollout, owned, false);
  await scale(rollout, sets);
  if (rollout.deployment().spec.paused) await cleanUpHistory(rollout, sets.old);
  await syncStatus(rollout, sets);
}

/** Tells that a rollout is paused or goes on, so that the time in between does not count as time without progress. */
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

const orphansIn = (namespace: string | undefined): string => `orphans in ${namespace ?? ''}`;

const keyOf = ({ metadata: { namespace = '', name } }: LiveDeployment): string => `${namespace}/${name}`;
