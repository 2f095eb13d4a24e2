import { controllerOf, equalJson, keyOf } from '@kb/apimachinery';
import { labelSelectorOf, matchesLabels } from '@kb/apimachinery/selectors';
import { replicaSets } from '@kb/kubernetes/apps/v1';
import { pods } from '@kb/kubernetes/core/v1';
import {
  asReconciler,
  type CachedReads,
  type Controller,
  controllerFor,
  type ReconcileContext,
  type ReconcileResult,
} from '@kb/runtime';
import { CONTROLLER_INDEX, filedByController, orphansIn } from '../../shared/controller-index.ts';
import type { LivePod, LiveReplicaSet } from '../../shared/kinds.ts';
import { isActive, isTerminating } from '../../shared/pods.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { claim } from '../shared/claim.ts';
import { manageReplicas } from './manage-replicas.ts';
import { nextAvailability, replicaSetStatus } from './replica-set-status.ts';

/**
 * Creates the ReplicaSet controller: adopts and releases Pods, creates and deletes them, and counts them in the status.
 */
export function replicaSetController({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-controller-manager', 'replicaset-controller');

  async function reconcile(set: LiveReplicaSet, context: ReconcileContext): Promise<ReconcileResult> {
    const { client } = context;
    const cachedPods = client.cached(pods);
    const selector = labelSelectorOf(set.spec.selector);
    const own = cachedPods.byIndex(CONTROLLER_INDEX, set.metadata.uid);
    const orphans = cachedPods.byIndex(CONTROLLER_INDEX, orphansIn(set.metadata.namespace));
    const candidates = [...own, ...orphans].filter(isActive);
    const active = await claim(
      { client, owner: set, ownerResource: replicaSets, selector, resource: pods },
      candidates,
    );
    const terminating = own.filter((pod) => isTerminating(pod) && matchesLabels(selector, pod.metadata.labels));
    const now = context.now();
    const failure =
      set.metadata.deletionTimestamp === undefined
        ? await manageReplicas(set, active, { client, recorder, related: () => relatedPods(set, client), now })
        : undefined;
    const status = replicaSetStatus(set, { active, terminating, failure }, now);
    if (!equalJson(set.status, status)) await client.updateStatus(replicaSets, { ...set, status });
    if (failure !== undefined) throw failure;
    return { requeueAfter: nextAvailability(set, active, now) };
  }

  return controllerFor(replicaSets)
    .named('replicaset-controller')
    .owns(pods)
    .watches(pods, replicaSetsOfOrphan)
    .indexes(pods, CONTROLLER_INDEX, filedByController)
    .indexes(replicaSets, CONTROLLER_INDEX, filedByController)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(asReconciler(replicaSets, reconcile));
}

/** The ReplicaSets that may adopt a Pod without a controller. */
function replicaSetsOfOrphan(pod: LivePod, { cached }: CachedReads): ReturnType<typeof keyOf>[] {
  if (controllerOf(pod) !== undefined) return [];
  return cached(replicaSets)
    .list({ namespace: pod.metadata.namespace ?? '' })
    .filter((set) => matchesLabels(labelSelectorOf(set.spec.selector), pod.metadata.labels))
    .map((set) => keyOf(set));
}

/** The Pods of all ReplicaSets with the same owner as this one. */
function relatedPods(set: LiveReplicaSet, { cached }: CachedReads): LivePod[] {
  const owner = controllerOf(set)?.uid;
  const siblings = owner === undefined ? [set] : cached(replicaSets).byIndex(CONTROLLER_INDEX, owner);
  return siblings.flatMap((sibling) => cached(pods).byIndex(CONTROLLER_INDEX, sibling.metadata.uid));
}
