import { keyOf } from '@kb/apimachinery';
import { nodes, type Pod, pods } from '@kb/kubernetes/core/v1';
import { asReconciler, type Controller, controllerFor, type EventHandler, newController } from '@kb/runtime';
import type { LiveNode } from '../../shared/kinds.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { conditionTaints, readyConditionOf } from './condition-taints.ts';
import { markPodsNotReady } from './mark-pods-not-ready.ts';
import { nodeMonitor } from './node-monitor.ts';
import { writeTaints } from './write-taints.ts';

/**
 * Creates the controllers of the life cycle of nodes: taints for conditions and cordons, nodes that are silent, and
 * Pods that are bound to a node that is not ready.
 */
export function nodeLifecycleControllers(parts: SimulationParts): Controller[] {
  const recorder = parts.recorders.for('kube-controller-manager', 'node-controller');
  const taints = controllerFor(nodes)
    .named('node-condition-taints')
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(
      asReconciler(nodes, async (node: LiveNode, { client, now }) => {
        await writeTaints(node, conditionTaints(node), client, now());
        return {};
      }),
    );
  const newPods = newController()
    .named('pods-on-nodes-not-ready')
    .watches(pods, whenPodIsBound)
    .reads(nodes)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(
      asReconciler(pods, async (pod, { client, now }) => {
        const node = client.cached(nodes).get({ name: pod.spec.nodeName ?? '' });
        const ready = node && readyConditionOf(node);
        if (ready !== undefined && ready.status !== 'True')
          await markPodsNotReady([pod], { client, recorder, now: now() });
        return {};
      }),
    );
  return [taints, nodeMonitor(parts, recorder), newPods];
}

const whenPodIsBound: EventHandler<Pod> = {
  create: ({ object }, queue, { cached }) => {
    const node = cached(nodes).get({ name: object.spec.nodeName ?? '' });
    if (node !== undefined && readyConditionOf(node)?.status !== 'True') queue.add(keyOf(object));
  },
  update: ({ objectOld: before, object }, queue, { cached }) => {
    if (before.spec.nodeName === object.spec.nodeName) return;
    const node = cached(nodes).get({ name: object.spec.nodeName ?? '' });
    if (node !== undefined && readyConditionOf(node)?.status !== 'True') queue.add(keyOf(object));
  },
};
