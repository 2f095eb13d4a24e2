import { type Lease, leases } from '@kb/kubernetes/coordination/v1';
import { type Node, nodes, pods } from '@kb/kubernetes/core/v1';
import {
  type Controller,
  type EventHandler,
  type KeyQueue,
  newController,
  objectPredicate,
  type ReconcileContext,
} from '@kb/runtime';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { LiveNode } from '../../shared/kinds.ts';
import { filedByNode, NODE_INDEX } from '../../shared/node-index.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { readyConditionOf } from './condition-taints.ts';
import { createNodeHealth } from './node-health.ts';
import { createNodeRounds } from './node-rounds.ts';
import { zoneOf } from './zones.ts';

/** All nodes are looked at together, at the times at which kube-controller-manager does it, if there is a reason. */
const PERIOD_MS = 5000;
const key = { name: 'nodes' };
const LEASE_NAMESPACE = 'kube-node-lease';

const periodAfter = (time: number): number => (Math.floor(time / PERIOD_MS) + 1) * PERIOD_MS;

/**
 * Creates a controller that notices nodes that come, go and fall silent: marks silent ones and their Pods, and gives
 * nodes that are not ready the taints that evict their Pods, one by one in each zone. It sleeps while no node changes
 * and no Lease runs out.
 */
export function nodeMonitor({ clock }: SimulationParts, recorder: EventRecorder): Controller {
  const health = createNodeHealth();
  const rounds = createNodeRounds(health, recorder);
  /** When all nodes are looked at next. */
  let due = Infinity;

  function wake(queue: KeyQueue): void {
    due = Math.min(due, periodAfter(clock.now()));
    queue.add(key);
  }

  const whenNodeChanges: EventHandler<Node> = {
    create: ({ object }, queue) => {
      health.observeNode(object, clock.now());
      wake(queue);
    },
    update: ({ objectOld: before, object }, queue) => {
      health.observeNode(object, clock.now());
      if (relevantOf(before) !== relevantOf(object)) wake(queue);
    },
    delete: ({ object }, queue) => {
      health.forget(object.metadata.name);
      wake(queue);
    },
  };

  const whenLeaseChanges: EventHandler<Lease> = {
    create: ({ object }, queue) => {
      if (health.observeLease(object, clock.now())) queue.add(key);
    },
    update: ({ object }, queue) => {
      if (health.observeLease(object, clock.now())) queue.add(key);
    },
  };

  async function reconcile({ client, now: clockNow }: ReconcileContext): Promise<{ readonly requeueAfter?: number }> {
    const now = clockNow();
    const cached = client.cached(nodes);
    if (now >= Math.min(due, nextDeadline(cached.list()))) {
      due = periodAfter(now);
      if (await rounds.lookAtAll({ client, now })) due = Infinity;
    }
    await rounds.taintNext({ client, now });
    const next = Math.min(due, nextDeadline(cached.list()), now + (rounds.nextTaintIn(now) ?? Infinity));
    return Number.isFinite(next) ? { requeueAfter: Math.max(1, next - now) } : {};
  }

  /** When the next node counts as silent, of those that are not marked yet. */
  function nextDeadline(all: readonly LiveNode[]): number {
    let next = Infinity;
    for (const node of all)
      if (readyConditionOf(node)?.status !== 'Unknown') next = Math.min(next, health.deadlineOf(node.metadata.name));
    return Number.isFinite(next) ? periodAfter(next) : next;
  }

  return newController()
    .named('node-lifecycle-controller')
    .watches(nodes, whenNodeChanges)
    .watches(leases, whenLeaseChanges, {
      predicates: [objectPredicate<Lease>(({ metadata }) => metadata.namespace === LEASE_NAMESPACE)],
    })
    .reads(pods)
    .indexes(pods, NODE_INDEX, filedByNode)
    .withOptions(optionsOf('kube-controller-manager', 1))
    .reconcile(reconcile);
}

/** What matters of a node: its readiness, its taints and its zone. */
const relevantOf = (node: LiveNode): string =>
  [
    readyConditionOf(node)?.status,
    zoneOf(node),
    ...(node.spec?.taints ?? []).map(({ key: taint, effect }) => `${taint}:${effect}`),
  ].join('\n');
