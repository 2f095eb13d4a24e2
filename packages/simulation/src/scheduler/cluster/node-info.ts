import { parseQuantity } from '@kb/apimachinery';
import { asInt64 } from '@kb/apimachinery/server';
import type { LiveNode } from '../../shared/kinds.ts';
import type { Amounts, HostPort, PodFacts } from './pod-facts.ts';

/** A node, and what the Pods on it use. */
export interface NodeInfo {
  readonly node: LiveNode;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly allocatable: Amounts;
  /** The Pods that are bound to it and have not ended, by uid. */
  readonly pods: Map<string, PodFacts>;
  /** The sums over its Pods. */
  readonly requested: Map<string, number>;
  readonly scored: { cpu: number; memory: number };
  /** The priorities of its Pods, and how many have each. */
  readonly priorities: Map<number, number>;
}

/** Creates the {@link NodeInfo} of a node without Pods. */
export function emptyNodeInfo(node: LiveNode): NodeInfo {
  return {
    node,
    name: node.metadata.name,
    labels: node.metadata.labels ?? {},
    allocatable: allocatableOf(node),
    pods: new Map(),
    requested: new Map(),
    scored: { cpu: 0, memory: 0 },
    priorities: new Map(),
  };
}

function allocatableOf({ status }: LiveNode): Map<string, number> {
  const entries = Object.entries(status?.allocatable ?? status?.capacity ?? {});
  return new Map(
    entries.map(([name, quantity]) => [name, Number(asInt64(parseQuantity(quantity), name === 'cpu' ? 3 : 0))]),
  );
}

/** Adds a Pod to a node, or takes it away. */
export function countPod(info: NodeInfo, facts: PodFacts, change: 1 | -1): void {
  if (change === 1) info.pods.set(facts.uid, facts);
  else info.pods.delete(facts.uid);
  const ofPriority = (info.priorities.get(facts.priority) ?? 0) + change;
  if (ofPriority === 0) info.priorities.delete(facts.priority);
  else info.priorities.set(facts.priority, ofPriority);
  for (const [name, amount] of facts.requests)
    info.requested.set(name, (info.requested.get(name) ?? 0) + change * amount);
  info.scored.cpu += change * facts.scored.cpu;
  info.scored.memory += change * facts.scored.memory;
}

/** Returns a copy of a node, for a trial: with other Pods, or without some of them. */
export function trialOf(info: NodeInfo): NodeInfo {
  const { pods, requested, scored, priorities } = info;
  return {
    ...info,
    pods: new Map(pods),
    requested: new Map(requested),
    scored: { ...scored },
    priorities: new Map(priorities),
  };
}

/** Whether two Pods cannot have their ports on one host: the same port, on the same address or on all addresses. */
export function portsConflict(wanted: readonly HostPort[], used: readonly HostPort[]): boolean {
  return wanted.some(({ address, port }) =>
    used.some(
      (other) =>
        other.port === port && (other.address === address || address === '0.0.0.0' || other.address === '0.0.0.0'),
    ),
  );
}
