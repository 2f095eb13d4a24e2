import { type NodeInfo, portsConflict } from '../cluster/node-info.ts';
import type { PodFacts } from '../cluster/pod-facts.ts';
import type { Refusal } from './refusal.ts';

/** Why the resources of a node are not enough for a Pod besides those on it; undefined if they are. */
export function lackOfResources(
  { requests }: PodFacts,
  { allocatable, requested, pods }: NodeInfo,
): Refusal | undefined {
  const reasons: string[] = [];
  let resolvable = true;
  if (pods.size + 1 > (allocatable.get('pods') ?? 0)) reasons.push('Too many pods');
  for (const [name, amount] of requestsInOrder(requests)) {
    const capacity = allocatable.get(name) ?? 0;
    if (amount === 0 || amount <= capacity - (requested.get(name) ?? 0)) continue;
    reasons.push(`Insufficient ${name}`);
    if (amount > capacity) resolvable = false;
  }
  return reasons.length === 0 ? undefined : { reasons, resolvable, endedBy: 'room' };
}

const known = ['cpu', 'memory', 'ephemeral-storage'];

/** What a Pod requests: the resources of every node first. */
export function requestsInOrder(requests: ReadonlyMap<string, number>): (readonly [string, number])[] {
  const others = [...requests].filter(([name]) => !known.includes(name));
  return [...known.map((name) => [name, requests.get(name) ?? 0] as const), ...others];
}

/** Why the ports that a Pod needs on its host are not free; undefined if they are. */
export function lackOfPorts({ hostPorts }: PodFacts, { pods }: NodeInfo): Refusal | undefined {
  if (hostPorts.length === 0) return undefined;
  for (const other of pods.values()) {
    if (portsConflict(hostPorts, other.hostPorts)) {
      const reason = "node(s) didn't have free ports for the requested pod ports";
      return { reasons: [reason], resolvable: true, endedBy: 'room' };
    }
  }
  return undefined;
}
