import type { JsonObject } from '../json.ts';
import type { ParsedQuantity } from '../quantity/quantity.ts';
import { type MeasuredObject, objectsAt, textAt, valueAt } from './read-object.ts';
import { addAmounts, addTo, raiseTo, readResources, type ResourceList, sumOf } from './resource-list.ts';
import { isHugePages } from './resource-names.ts';

/** Which resources of a Pod are summed. */
export interface PodResourcesOptions {
  /**
   * `spec`: what the spec says, without the overhead, as limits of Pods see it. `all`: also what the status reports,
   * and the overhead, as quotas see it.
   */
  readonly of: 'spec' | 'all';
}

/** What the containers of a Pod request together; what the Pod itself requests replaces the sum. */
export function podRequests(pod: MeasuredObject, options: PodResourcesOptions): Map<string, ParsedQuantity> {
  const requests = sumOfContainers(pod, 'requests', options);
  replaceByPodLevel(requests, pod, 'requests', options);
  if (options.of === 'all') addTo(requests, readResources(valueAt(pod.spec, 'overhead')));
  return requests;
}

/** The limits of the containers of a Pod together; limits of the Pod itself replace the sum. */
export function podLimits(pod: MeasuredObject, options: PodResourcesOptions): Map<string, ParsedQuantity> {
  const limits = sumOfContainers(pod, 'limits', options);
  replaceByPodLevel(limits, pod, 'limits', options);
  if (options.of === 'all') {
    for (const [name, amount] of readResources(valueAt(pod.spec, 'overhead'))) {
      const limit = limits.get(name);
      if (limit && limit.unscaled !== 0n) limits.set(name, addAmounts(limit, amount));
    }
  }
  return limits;
}

/** Whether a Pod has requests or limits of its own, beside those of its containers. */
export function hasPodLevelResources(pod: MeasuredObject): boolean {
  return (['requests', 'limits'] as const).some((part) =>
    [...readResources(valueAt(pod.spec, 'resources', part)).keys()].some(isPodLevel),
  );
}

const isPodLevel = (name: string): boolean => name === 'cpu' || name === 'memory' || isHugePages(name);

function replaceByPodLevel(
  sum: Map<string, ParsedQuantity>,
  pod: MeasuredObject,
  part: 'requests' | 'limits',
  { of }: PodResourcesOptions,
): void {
  for (const [name, amount] of readResources(valueAt(pod.spec, 'resources', part)))
    if (isPodLevel(name) && (of === 'all' || !isHugePages(name))) sum.set(name, amount);
}

/**
 * The sum over the containers that run together. An init container runs with the sidecars before it, and may need more
 * than that.
 */
function sumOfContainers(
  pod: MeasuredObject,
  part: 'requests' | 'limits',
  { of }: PodResourcesOptions,
): Map<string, ParsedQuantity> {
  const effective = of === 'all' ? effectiveResources(pod, part) : resourcesOf(part);
  const sum = new Map<string, ParsedQuantity>();
  for (const container of objectsAt(pod.spec, 'containers')) addTo(sum, effective(container));
  const sidecars = new Map<string, ParsedQuantity>();
  const initial = new Map<string, ParsedQuantity>();
  for (const container of objectsAt(pod.spec, 'initContainers')) {
    if (container.restartPolicy === 'Always') {
      const own = effective(container);
      addTo(sum, own);
      addTo(sidecars, own);
      raiseTo(initial, sidecars);
    } else raiseTo(initial, sumOf(resourcesOf(part)(container), sidecars));
  }
  raiseTo(sum, initial);
  return sum;
}

const resourcesOf =
  (part: 'requests' | 'limits') =>
  (container: JsonObject): Map<string, ParsedQuantity> =>
    readResources(valueAt(container, 'resources', part));

/** Returns a function that takes into account what a container still has while its Pod is being resized. */
function effectiveResources(pod: MeasuredObject, part: 'requests' | 'limits'): (container: JsonObject) => ResourceList {
  const statuses = new Map(
    ['containerStatuses', 'initContainerStatuses'].flatMap((list) =>
      objectsAt(pod.status, list).map((status) => [textAt(status, 'name'), status] as const),
    ),
  );
  const isInfeasible =
    objectsAt(pod.status, 'conditions').find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible';
  const ofSpec = resourcesOf(part);
  return (container) => {
    const status = statuses.get(textAt(container, 'name'));
    if (valueAt(status, 'resources') === undefined) return ofSpec(container);
    const list = isInfeasible ? new Map<string, ParsedQuantity>() : ofSpec(container);
    raiseTo(list, readResources(valueAt(status, 'resources', part)));
    if (part === 'requests') raiseTo(list, readResources(valueAt(status, 'allocatedResources')));
    return list;
  };
}
