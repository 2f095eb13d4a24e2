import { equalJson, formatTime, isConflict, isNotFound, keyOf } from '@kb/apimachinery';
import { type Node, nodes, type Pod, pods } from '@kb/kubernetes/core/v1';
import {
  type Controller,
  type EventHandler,
  type KeyQueue,
  newController,
  type ReconcileClient,
  type ReconcileContext,
} from '@kb/runtime';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { LivePod } from '../shared/kinds.ts';
import { optionsOf, type SimulationParts } from '../simulation.ts';
import { type LiveNode, waitsForScheduling, whyUnschedulable } from './scheduling-rules.ts';
import { carryOut, claimProblem, planVolumes, withVolumes } from './volume-binding.ts';

/** Creates a scheduler for one node: binds pending Pods to it, or reports in their status why it cannot. */
export function scheduler({ recorders }: SimulationParts, name: string): Controller {
  const recorder = recorders.for('kube-scheduler', 'default-scheduler');
  /** The uids of bound Pods, until the watch delivers the binding. */
  const bound = new Set<string>();

  const whenPodChanges: EventHandler<Pod> = {
    create: ({ object }, queue) => consider(object, queue),
    update: ({ object }, queue) => consider(object, queue),
    delete: ({ object }) => void bound.delete(object.metadata.uid),
  };

  function consider(pod: LivePod, queue: KeyQueue): void {
    if (waitsForScheduling(pod)) queue.add(keyOf(pod));
    else bound.delete(pod.metadata.uid);
  }

  async function reconcile({ key, client, now }: ReconcileContext): Promise<void> {
    const pod = client.cached(pods).get(key);
    const node = client.cached(nodes).get({ name });
    if (pod === undefined || node === undefined || !waitsForScheduling(pod) || bound.has(pod.metadata.uid)) return;
    const plan = planVolumes(pod, node, client);
    const reason =
      claimProblem(pod, client) ?? whyUnschedulable(pod, node) ?? (typeof plan === 'string' ? `1 ${plan}` : undefined);
    if (reason !== undefined || typeof plan === 'string')
      await refuse(pod, `0/1 nodes are available: ${reason ?? ''}.`, { client, recorder, now: now() });
    else if ((await carryOut(plan, node, client)) && (await bind(pod, node, { client, recorder })))
      bound.add(pod.metadata.uid);
  }

  return withVolumes(newController())
    .named('default-scheduler')
    .watches(pods, whenPodChanges)
    .watches(nodes, nodeHandler(name))
    .withOptions(optionsOf('kube-scheduler'))
    .reconcile(reconcile);
}

/** Wakes unscheduled Pods when the node changes. */
function nodeHandler(name: string): EventHandler<Node> {
  const wakeAll: EventHandler<Node>['create'] = ({ object }, queue, { cached }) => {
    if (object.metadata.name !== name) return;
    for (const pod of cached(pods).list()) if (waitsForScheduling(pod)) queue.add(keyOf(pod));
  };
  return {
    create: wakeAll,
    update: ({ objectOld: before, object }, queue, reads) => {
      const same = equalJson([before.spec, before.metadata.labels], [object.spec, object.metadata.labels]);
      if (!same) wakeAll({ type: 'create', object, isInInitialList: false }, queue, reads);
    },
  };
}

interface Writing {
  readonly client: ReconcileClient;
  readonly recorder: EventRecorder;
}

/** Binds a Pod. Resolves with false if it was bound to another node, deleted or gated in the meantime. */
async function bind(pod: LivePod, node: LiveNode, { client, recorder }: Writing): Promise<boolean> {
  const { namespace, name, uid } = pod.metadata;
  try {
    await client.subresource(pods, 'binding').create(keyOf(pod), {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, ...(namespace !== undefined && { namespace }), uid },
      target: { kind: 'Node', name: node.metadata.name },
    });
  } catch (error) {
    // The watch will deliver the change.
    if (isConflict(error) || isNotFound(error)) return false;
    throw error;
  }
  const message = `Successfully assigned ${namespace ?? ''}/${name} to ${node.metadata.name}`;
  recorder.record(pod, 'Normal', 'Scheduled', message);
  return true;
}

async function refuse(
  pod: LivePod,
  message: string,
  { client, recorder, now }: Writing & { readonly now: number },
): Promise<void> {
  const conditions = pod.status?.conditions ?? [];
  const before = conditions.find(({ type }) => type === 'PodScheduled');
  if (before?.status === 'False' && before.reason === 'Unschedulable' && before.message === message) return;
  const lastTransitionTime = formatTime(now);
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message, lastTransitionTime };
  const others = conditions.filter(({ type }) => type !== 'PodScheduled');
  await client.updateStatus(pods, { ...pod, status: { ...pod.status, conditions: [...others, condition] } });
  recorder.record(pod, 'Warning', 'FailedScheduling', message);
}
