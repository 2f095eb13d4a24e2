import { isConflict, isNotFound } from '@kb/apimachinery';
import { nodes, pods } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { LiveNode } from '../../shared/kinds.ts';
import { NODE_INDEX } from '../../shared/node-index.ts';
import { evictingTaintKey, evictionTaints, readyConditionOf } from './condition-taints.ts';
import { markPodsNotReady } from './mark-pods-not-ready.ts';
import { type NodeHealth, silentNode } from './node-health.ts';
import { writeTaints } from './write-taints.ts';
import { createZones, zoneOf } from './zones.ts';

/** One look at the nodes. */
export interface NodeRound {
  readonly client: ReconcileClient;
  readonly now: number;
}

/** What is done about nodes that come, go, fall silent or are not ready. */
export interface NodeRounds {
  /**
   * Looks at all nodes: marks silent ones and their Pods, and queues those that are not ready for their taint. Resolves
   * with whether all writes were made; otherwise, it has to look again.
   */
  lookAtAll(round: NodeRound): Promise<boolean>;
  /** Gives the next nodes of the queues the taint that evicts their Pods. */
  taintNext(round: NodeRound): Promise<void>;
  /** The milliseconds until the next node of a queue may get its taint; undefined if none waits. */
  nextTaintIn(now: number): number | undefined;
}

/** Creates {@link NodeRounds}. */
export function createNodeRounds(health: NodeHealth, recorder: EventRecorder): NodeRounds {
  const zones = createZones();
  const known = new Map<string, LiveNode>();
  /** Nodes that are marked silent, but not all of their Pods. */
  const unfinished = new Set<string>();

  /** Records which nodes came and went. */
  function greet(all: readonly LiveNode[]): void {
    const names = new Set(all.map(({ metadata }) => metadata.name));
    for (const node of all) {
      const { name } = node.metadata;
      if (!known.has(name))
        recorder.record(node, 'Normal', 'RegisteredNode', `Node ${name} event: Registered Node ${name} in Controller`);
      known.set(name, node);
    }
    for (const [name, node] of known) {
      if (names.has(name)) continue;
      known.delete(name);
      unfinished.delete(name);
      zones.remove(zoneOf(node), name);
      recorder.record(node, 'Normal', 'RemovingNode', `Node ${name} event: Removing Node ${name} from Controller`);
    }
  }

  /** Marks a node that is silent. Resolves with the node as it is now; undefined if it has changed in the meantime. */
  async function marked(node: LiveNode, { client, now }: NodeRound): Promise<LiveNode | undefined> {
    const { name } = node.metadata;
    const silent = now > health.deadlineOf(name) ? silentNode(node, now) : undefined;
    if (silent === undefined) return node;
    const written = await unlessChanged<LiveNode>(client.updateStatus(nodes, silent));
    if (written !== undefined && readyConditionOf(node)?.status === 'True') {
      recorder.record(node, 'Normal', 'NodeNotReady', `Node ${name} status is now: NodeNotReady`);
      unfinished.add(name);
    }
    return written;
  }

  /** Queues a node that is not ready, or takes the taints of one that is. Resolves with whether it made all writes. */
  async function judge(node: LiveNode, round: NodeRound): Promise<boolean> {
    const { client, now } = round;
    const { name } = node.metadata;
    const wanted = evictingTaintKey(node);
    const change = evictionTaints(node, wanted);
    if (wanted === undefined) zones.remove(zoneOf(node), name);
    if (change.remove.length > 0) {
      if ((await unlessChanged(writeTaints(node, change, client, now).then(() => true))) === undefined) return false;
    } else if (change.add.length > 0) zones.add(zoneOf(node), name);
    if (!unfinished.has(name)) return true;
    const isDone = await markPodsNotReady(client.cached(pods).byIndex(NODE_INDEX, name), { client, recorder, now });
    if (isDone) unfinished.delete(name);
    return isDone;
  }

  return {
    lookAtAll: async (round) => {
      const all = round.client.cached(nodes).list();
      greet(all);
      let isDone = true;
      const ready = new Map<string, boolean[]>();
      for (const node of all) {
        const current = await marked(node, round);
        if (current === undefined || !(await judge(current, round))) isDone = false;
        if (node.metadata.labels?.['node.kubernetes.io/exclude-disruption'] !== undefined) continue;
        const zone = inList(ready, zoneOf(node));
        zone.push(readyConditionOf(current ?? node)?.status === 'True');
      }
      const change = zones.update(ready, round.now);
      if (change === 'leaves') health.touchAll(round.now);
      if (change === 'enters') for (const node of all) await withdraw(node, round);
      return isDone;
    },
    taintNext: async ({ client, now }) => {
      for (const name of zones.take(now)) {
        const node = client.cached(nodes).get({ name });
        const wanted = node && evictingTaintKey(node);
        if (node === undefined || wanted === undefined) continue;
        const written = await unlessChanged(
          writeTaints(node, evictionTaints(node, wanted), client, now).then(() => true),
        );
        if (written === undefined) zones.add(zoneOf(node), name);
      }
    },
    nextTaintIn: (now) => zones.nextIn(now),
  };

  /** Takes away the taints that evict the Pods of a node: every node seems to have failed. */
  async function withdraw({ metadata }: LiveNode, { client, now }: NodeRound): Promise<void> {
    const node = client.cached(nodes).get({ name: metadata.name });
    if (node === undefined) return;
    zones.remove(zoneOf(node), metadata.name);
    await unlessChanged(writeTaints(node, evictionTaints(node, undefined), client, now));
  }
}

/** Resolves with undefined if an object has changed, or is gone, since it was read. */
async function unlessChanged<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (isConflict(error) || isNotFound(error)) return undefined;
    throw error;
  }
}

function inList<V>(lists: Map<string, V[]>, key: string): V[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}
