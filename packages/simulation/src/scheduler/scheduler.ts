import { equalJson, keyOf } from '@kb/apimachinery';
import { namespaces, type Node, nodes, type Pod, pods } from '@kb/kubernetes/core/v1';
import { podDisruptionBudgets } from '@kb/kubernetes/policy/v1';
import {
  type CachedReads,
  type Controller,
  type EventHandler,
  type KeyQueue,
  newController,
  type ReconcileContext,
} from '@kb/runtime';
import type { LiveNode, LivePod } from '../shared/kinds.ts';
import { NOT_READY_TAINT } from '../shared/taints.ts';
import { optionsOf, type SimulationParts } from '../simulation.ts';
import { type ClusterState, createClusterState } from './cluster/cluster-state.ts';
import { type PodFacts, podFactsOf, priorityOf } from './cluster/pod-facts.ts';
import type { NodeTest } from './filter/pod-affinity.ts';
import { type Refusal, refusedByNode, unschedulableMessage } from './filter/refusal.ts';
import { type Preemption, preempt } from './preemption/preempt.ts';
import { createPodScheduler } from './schedule-pod.ts';
import { type Change, createWaitingPods, type WaitingPod } from './waiting-pods.ts';
import { carryOut, claimProblem, planVolumes, withVolumes } from './volume-binding.ts';
import { bindPod, refusePod, removeVictims, type Writing } from './write-decision.ts';

/** What the plugin for devices says of every Pod that fits nowhere. */
const NO_CLAIMS = 'no new claims to deallocate';

/**
 * Creates a scheduler: binds each pending Pod to the best of the nodes that fit, the ones of higher priority first, or
 * reports in its status why there is none, and removes Pods of lower priority if that helps. Pods that fit nowhere are
 * tried again when a change may help them.
 */
export function scheduler({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-scheduler', 'default-scheduler', { combines: false });
  let labelsOf: (namespace: string) => Readonly<Record<string, string>> = () => ({});
  const cluster = createClusterState((namespace) => labelsOf(namespace));
  const schedule = createPodScheduler(cluster);
  const waiting = createWaitingPods();

  function wake(change: Change, queue: KeyQueue): void {
    for (const pod of waiting.wokenBy(change)) enqueue(pod, queue);
  }

  function observePod(pod: LivePod, queue: KeyQueue): void {
    const { left, placed } = cluster.setPod(pod);
    if (left) wake('left', queue);
    if (placed) wake('placed', queue);
    if (waitsForScheduling(pod)) {
      const { nominatedNodeName } = pod.status ?? {};
      if (nominatedNodeName) cluster.nominate(pod, nominatedNodeName);
      if (!cluster.isPlaced(pod.metadata.uid)) enqueue({ key: keyOf(pod), priority: priorityOf(pod) }, queue);
    } else {
      const next = waiting.remove(pod.metadata.uid);
      if (next !== undefined) enqueue(next, queue);
    }
  }

  const whenPodChanges: EventHandler<Pod> = {
    create: ({ object }, queue) => observePod(object, queue),
    update: ({ objectOld: before, object }, queue) => {
      if (waitsForScheduling(before) && waitsForScheduling(object) && isSame(before, object)) {
        cluster.nominate(object, object.status?.nominatedNodeName || undefined);
        return;
      }
      observePod(object, queue);
      if (object.spec.nodeName && !equalJson(before.metadata.labels, object.metadata.labels)) wake('placed', queue);
    },
    delete: ({ object: { metadata } }, queue) => {
      const next = waiting.remove(metadata.uid);
      if (next !== undefined) enqueue(next, queue);
      if (cluster.removePod(metadata.uid)) wake('left', queue);
    },
  };

  async function reconcile({ key, client, now }: ReconcileContext): Promise<void> {
    labelsOf = (name) => client.cached(namespaces).get({ name })?.metadata.labels ?? {};
    const pod = client.cached(pods).get(key);
    if (pod === undefined || !waitsForScheduling(pod) || cluster.isPlaced(pod.metadata.uid)) return;
    const facts = podFactsOf(pod);
    const writing: Writing = { client, recorder, now: now() };
    const problem = claimProblem(pod, client);
    const placement =
      problem === undefined ? schedule(facts, volumeTest(pod, client)) : { refusals: refusedByAll(cluster, problem) };
    if (placement.node !== undefined) await place(pod, placement.node, writing);
    else await refuse(facts, placement.refusals, writing, problem);
  }

  async function place(pod: LivePod, node: string, writing: Writing): Promise<void> {
    const { uid } = pod.metadata;
    const info = cluster.node(node);
    const plan = info && planVolumes(pod, info.node, writing.client);
    if (info === undefined || plan === undefined || typeof plan === 'string') return;
    cluster.assume(pod, node);
    try {
      const isDone = (await carryOut(plan, info.node, writing.client)) && (await bindPod(pod, node, writing));
      if (!isDone) cluster.removePod(uid);
    } catch (error) {
      cluster.removePod(uid);
      throw error;
    }
  }

  async function refuse(
    facts: PodFacts,
    refusals: ReadonlyMap<string, Refusal>,
    writing: Writing,
    problem?: string,
  ): Promise<void> {
    const { pod } = facts;
    waiting.add(pod, new Set([...refusals.values()].map(({ endedBy }) => endedBy)));
    const all = cluster.nodes();
    if (all.length === 0 || all.some(({ node }) => isStarting(node))) return;
    // A problem of the Pod itself keeps it from all nodes, which are not counted then.
    const message =
      problem === undefined
        ? unschedulableMessage(all.length, refusals.values())
        : `0/${all.length} nodes are available: ${problem}.`;
    const preemption = await makeRoom(facts, refusals, writing);
    if (preemption.candidate === undefined) {
      await refusePod(pod, `${message} ${NO_CLAIMS}, preemption: ${preemption.message}`, writing);
      return;
    }
    const { node, victims } = preemption.candidate;
    cluster.nominate(pod, node);
    await refusePod(pod, message, writing, node);
    await removeVictims(pod, node, victims, writing);
  }

  async function makeRoom(
    facts: PodFacts,
    refusals: ReadonlyMap<string, Refusal>,
    { client }: Writing,
  ): Promise<Preemption> {
    const isPossible = cluster
      .nodes()
      .some(({ name, priorities }) => refusals.get(name)?.resolvable && hasLower(priorities.keys(), facts.priority));
    const budgets = isPossible ? (await client.list(podDisruptionBudgets)).items : [];
    return preempt(facts, cluster, refusals, budgets);
  }

  return withVolumes(newController())
    .named('default-scheduler')
    .watches(pods, whenPodChanges)
    .watches(
      nodes,
      nodeHandler(cluster, (queue) => wake('node', queue)),
    )
    .watches(namespaces, {})
    .withOptions(optionsOf('kube-scheduler'))
    .reconcile(reconcile);
}

/** Keeps the nodes up to date, and wakes Pods when one appears or changes. */
const nodeHandler = (cluster: ClusterState, wake: (queue: KeyQueue) => void): EventHandler<Node> => ({
  create: ({ object }, queue) => {
    cluster.setNode(object);
    wake(queue);
  },
  update: ({ objectOld: before, object }, queue) => {
    if (equalJson(relevantOf(before), relevantOf(object))) return;
    cluster.setNode(object);
    wake(queue);
  },
  delete: ({ object }) => cluster.removeNode(object.metadata.name),
});

function enqueue({ key, priority }: WaitingPod, queue: KeyQueue): void {
  queue.add(key, { priority });
}

function hasLower(priorities: Iterable<number>, priority: number): boolean {
  for (const other of priorities) if (other < priority) return true;
  return false;
}

const refusedByAll = (cluster: ClusterState, problem: string): ReadonlyMap<string, Refusal> =>
  new Map(cluster.nodes().map(({ name }) => [name, refusedByNode(problem)]));

/** The test of whether the volumes of a Pod can be used, or made, on a node. */
const volumeTest =
  (pod: LivePod, reads: CachedReads): NodeTest =>
  ({ node }) => {
    const plan = planVolumes(pod, node, reads);
    return typeof plan === 'string' ? refusedByNode(plan) : undefined;
  };

/** Whether two versions of a Pod are the same for the scheduler. */
const isSame = (before: LivePod, after: LivePod): boolean =>
  before.metadata.uid === after.metadata.uid &&
  equalJson(before.metadata.labels, after.metadata.labels) &&
  equalJson(before.spec, after.spec);

/** What the scheduler reads of a node. */
const relevantOf = ({ metadata, spec, status }: LiveNode): unknown => [
  metadata.labels,
  spec,
  status?.allocatable,
  isReportedReady(status),
];

const isReportedReady = (status: LiveNode['status']): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false;

/** Whether a node is ready and about to lose the taint of new nodes. Pods wait for it without a complaint. */
const isStarting = ({ spec, status }: LiveNode): boolean =>
  isReportedReady(status) && (spec?.taints ?? []).some(({ key }) => key === NOT_READY_TAINT);

/** Whether a Pod waits for the default scheduler: not for another scheduler, not gated, and not being deleted. */
export function waitsForScheduling({ metadata, spec, status }: LivePod): boolean {
  return (
    (spec.nodeName ?? '') === '' &&
    metadata.deletionTimestamp === undefined &&
    status?.phase !== 'Succeeded' &&
    status?.phase !== 'Failed' &&
    (spec.schedulingGates ?? []).length === 0 &&
    (spec.schedulerName ?? 'default-scheduler') === 'default-scheduler'
  );
}
