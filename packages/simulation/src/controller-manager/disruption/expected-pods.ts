import { controllerOf, type IntOrString } from '@kb/apimachinery';
import { scaledValue } from '../shared/scaled-value.ts';
import type { LivePod } from '../../shared/kinds.ts';
import type { Expectation, LiveBudget } from './budget-status.ts';
import type { ScaleOf } from './scale-of-owner.ts';

/** How many Pods a budget covers, and the Pods without a controller among them. */
export interface CountedPods extends Expectation {
  readonly unmanaged: readonly string[];
}

/**
 * Computes how many Pods a budget covers. With a number of available Pods, it covers the Pods that exist; otherwise the
 * replicas of their controllers. Rejects if the scale of a controller is unknown.
 */
export async function countPods(budget: LiveBudget, pods: readonly LivePod[], scaleOf: ScaleOf): Promise<CountedPods> {
  const { minAvailable, maxUnavailable } = budget.spec ?? {};
  if (maxUnavailable === undefined && typeof minAvailable === 'number')
    return { expected: pods.length, desiredHealthy: minAvailable, unmanaged: [] };
  if (maxUnavailable === undefined && minAvailable === undefined)
    return { expected: 0, desiredHealthy: 0, unmanaged: [] };
  const { replicas, unmanaged } = await replicasOfOwners(pods, scaleOf);
  const share = (value: IntOrString | undefined): number => scaledValue(value, replicas, 'up');
  const desiredHealthy =
    maxUnavailable === undefined ? share(minAvailable) : Math.max(0, replicas - share(maxUnavailable));
  return { expected: replicas, desiredHealthy, unmanaged };
}

async function replicasOfOwners(
  pods: readonly LivePod[],
  scaleOf: ScaleOf,
): Promise<{ replicas: number; unmanaged: string[] }> {
  const scales = new Map<string, number>();
  const asked = new Set<string>();
  const unmanaged: string[] = [];
  for (const pod of pods) {
    const owner = controllerOf(pod);
    if (owner === undefined) {
      unmanaged.push(pod.metadata.name);
      continue;
    }
    if (asked.has(owner.uid)) continue;
    const found = await scaleOf(owner, pod.metadata.namespace ?? '');
    if (found === undefined) throw new Error(`found no controllers for pod ${JSON.stringify(pod.metadata.name)}`);
    asked.add(owner.uid);
    scales.set(found.uid, found.replicas);
  }
  return { replicas: [...scales.values()].reduce((sum, replicas) => sum + replicas, 0), unmanaged };
}
