import { controllerOf, keyOf } from '@kb/apimachinery';
import { labelSelectorOf, matchesLabels } from '@kb/apimachinery/selectors';
import { controllerRevisions, statefulSets } from '@kb/kubernetes/apps/v1';
import { persistentVolumeClaims, pods } from '@kb/kubernetes/core/v1';
import {
  asReconciler,
  type CachedReads,
  type Controller,
  controllerFor,
  type ReconcileContext,
  type ReconcileResult,
} from '@kb/runtime';
import { CONTROLLER_INDEX, filedByController, orphansIn } from '../../shared/controller-index.ts';
import type { LivePod } from '../../shared/kinds.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { claim } from '../shared/claim.ts';
import { type LiveStatefulSet, parseMemberName } from './members.ts';
import { syncStatefulSet } from './sync-stateful-set.ts';

/**
 * Creates the StatefulSet controller: gives each ordinal a Pod and its claims, keeps revisions of the template, and
 * updates Pods from the last to the first.
 */
export function statefulSetController({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-controller-manager', 'statefulset-controller');

  async function reconcile(set: LiveStatefulSet, context: ReconcileContext): Promise<ReconcileResult> {
    const { client } = context;
    const cachedPods = client.cached(pods);
    const selector = labelSelectorOf(set.spec.selector);
    const own = cachedPods.byIndex(CONTROLLER_INDEX, set.metadata.uid);
    const orphans = cachedPods.byIndex(CONTROLLER_INDEX, orphansIn(set.metadata.namespace));
    const isMember = ({ metadata }: LivePod): boolean => parseMemberName(metadata.name)?.parent === set.metadata.name;
    const options = { client, owner: set, ownerResource: statefulSets, selector, resource: pods, isMember };
    const claimed = await claim(options, [...own, ...orphans]);
    return { requeueAfter: await syncStatefulSet(set, claimed, { client, recorder, now: context.now() }) };
  }

  return controllerFor(statefulSets)
    .named('statefulset-controller')
    .owns(pods)
    .watches(pods, setsOfOrphan)
    .reads(persistentVolumeClaims, controllerRevisions)
    .indexes(pods, CONTROLLER_INDEX, filedByController)
    .indexes(controllerRevisions, CONTROLLER_INDEX, filedByController)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(asReconciler(statefulSets, reconcile));
}

/** The StatefulSets that may adopt a Pod without a controller. */
function setsOfOrphan(pod: LivePod, { cached }: CachedReads): ReturnType<typeof keyOf>[] {
  if (controllerOf(pod) !== undefined) return [];
  return cached(statefulSets)
    .list({ namespace: pod.metadata.namespace ?? '' })
    .filter((set) => matchesLabels(labelSelectorOf(set.spec.selector), pod.metadata.labels))
    .map((set) => keyOf(set));
}
