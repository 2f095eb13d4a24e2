import { controllerOf, equalJson, keyOf } from '@kb/apimachinery';
import { labelSelectorOf, matchesLabels } from '@kb/apimachinery/selectors';
import { controllerRevisions, daemonSets } from '@kb/kubernetes/apps/v1';
import { type Node, nodes, pods } from '@kb/kubernetes/core/v1';
import {
  asReconciler,
  type CachedReads,
  type Controller,
  controllerFor,
  type EventHandler,
  predicateFuncs,
  type ReconcileContext,
  type ReconcileResult,
} from '@kb/runtime';
import { CONTROLLER_INDEX, filedByController, orphansIn } from '../../shared/controller-index.ts';
import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { filedByNode, NODE_INDEX } from '../../shared/node-index.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { claim } from '../shared/claim.ts';
import type { LiveDaemonSet } from './daemon-pod.ts';
import { createFailedPodBackOff } from './failed-pods.ts';
import { placementsOf } from './placement.ts';
import { syncDaemonSet } from './sync-daemon-set.ts';

/**
 * Creates the DaemonSet controller: gives each node that the template allows a Pod, keeps revisions of the template,
 * and updates Pods node by node.
 */
export function daemonSetController({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-controller-manager', 'daemonset-controller');
  const backOff = createFailedPodBackOff();

  async function reconcile(set: LiveDaemonSet, context: ReconcileContext): Promise<ReconcileResult> {
    const { client } = context;
    const cachedPods = client.cached(pods);
    const selector = labelSelectorOf(set.spec.selector);
    const own = cachedPods.byIndex(CONTROLLER_INDEX, set.metadata.uid);
    const orphans = cachedPods.byIndex(CONTROLLER_INDEX, orphansIn(set.metadata.namespace));
    const options = { client, owner: set, ownerResource: daemonSets, selector, resource: pods };
    const claimed = await claim(options, [...own, ...orphans]);
    const known = { nodes: client.cached(nodes).list(), claimed };
    return { requeueAfter: await syncDaemonSet(set, known, { client, recorder, backOff, now: context.now() }) };
  }

  return controllerFor(daemonSets)
    .named('daemonset-controller')
    .owns(pods)
    .watches(pods, setsOfOrphan)
    .owns(controllerRevisions, { predicates: [predicateFuncs({ create: () => false })] })
    .watches(nodes, whenNodeChanges)
    .indexes(pods, CONTROLLER_INDEX, filedByController)
    .indexes(pods, NODE_INDEX, filedByNode)
    .indexes(controllerRevisions, CONTROLLER_INDEX, filedByController)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(asReconciler(daemonSets, reconcile));
}

/** The DaemonSets that may adopt a Pod without a controller. */
function setsOfOrphan(pod: LivePod, { cached }: CachedReads): ReturnType<typeof keyOf>[] {
  if (controllerOf(pod) !== undefined) return [];
  return cached(daemonSets)
    .list({ namespace: pod.metadata.namespace ?? '' })
    .filter((set) => matchesLabels(labelSelectorOf(set.spec.selector), pod.metadata.labels))
    .map((set) => keyOf(set));
}

/** Wakes the DaemonSets that may have to change something when a node appears, or its labels or taints change. */
const whenNodeChanges: EventHandler<Node> = {
  create: ({ object }, queue, reads) => {
    for (const key of setsOfNode(object, reads)) queue.add(key);
  },
  update: ({ objectOld: before, object }, queue, reads) => {
    const isSame =
      equalJson(before.metadata.labels, object.metadata.labels) && equalJson(before.spec?.taints, object.spec?.taints);
    if (!isSame) for (const key of setsOfNode(object, reads)) queue.add(key);
  },
};

function* setsOfNode(node: LiveNode, { cached }: CachedReads): Generator<ReturnType<typeof keyOf>> {
  const present = new Set<string>();
  for (const pod of cached(pods).byIndex(NODE_INDEX, node.metadata.name)) {
    const owner = controllerOf(pod);
    if (owner?.kind === 'DaemonSet') present.add(owner.uid);
  }
  for (const set of cached(daemonSets).list()) {
    const { runs, stays } = placementsOf(set)(node);
    const isThere = present.has(set.metadata.uid);
    const isMiscounted = isThere && (set.status?.numberMisscheduled ?? 0) > 0;
    if ((runs && !isThere) || (!stays && isThere) || isMiscounted) yield keyOf(set);
  }
}
