import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodFacts } from '../cluster/pod-facts.ts';

/** The highest score of a node. */
export const MAX_SCORE = 100;

/** How much of a node is free with a Pod on it: the mean over CPU and memory, from 0 to {@link MAX_SCORE}. */
export function leastAllocated({ scored }: PodFacts, info: NodeInfo): number {
  let sum = 0;
  let resources = 0;
  for (const name of ['cpu', 'memory'] as const) {
    const capacity = info.allocatable.get(name) ?? 0;
    if (capacity === 0) continue;
    const used = info.scored[name] + scored[name];
    sum += used > capacity ? 0 : Math.trunc(((capacity - used) * MAX_SCORE) / capacity);
    resources += 1;
  }
  return resources === 0 ? 0 : Math.trunc(sum / resources);
}

/**
 * How evenly CPU and memory of a node are used with a Pod on it, compared with before: above 75 if it becomes more
 * even. 0 for a Pod that requests neither.
 */
export function balancedAllocation({ requests }: PodFacts, info: NodeInfo): number {
  const names = ['cpu', 'memory'] as const;
  if (names.every((name) => (requests.get(name) ?? 0) === 0)) return 0;
  const used = (name: string): number => info.requested.get(name) ?? 0;
  const before = evenness(names.map((name) => [used(name), info.allocatable.get(name) ?? 0]));
  const after = evenness(
    names.map((name) => [used(name) + (requests.get(name) ?? 0), info.allocatable.get(name) ?? 0]),
  );
  return MAX_SCORE / 2 + Math.trunc((MAX_SCORE / 2 + after - before) / 2);
}

function evenness(usages: readonly (readonly [used: number, capacity: number])[]): number {
  const fractions = usages.flatMap(([used, capacity]) => (capacity === 0 ? [] : [Math.min(1, used / capacity)]));
  const [first = 0, second = first] = fractions;
  return Math.trunc((1 - Math.abs((first - second) / 2)) * MAX_SCORE);
}
