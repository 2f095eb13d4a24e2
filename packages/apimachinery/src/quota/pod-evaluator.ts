import { parseTime } from '../time/format-time.ts';
import type { ParsedQuantity } from '../quantity/quantity.ts';
import { compareUtf8 } from '../codec/stringify-json.ts';
import { countOf, type QuotaEvaluator, type ScopeSelector, selects } from './quota-evaluator.ts';
import { hasPodLevelResources, podLimits, podRequests } from './pod-resources.ts';
import { type MeasuredObject, objectsAt, textAt, valueAt } from './read-object.ts';
import { addTo, one, readResources, type ResourceList } from './resource-list.ts';
import { isHugePages, isQuotaOfDevices, isQuotaOfHugePages, isRequestedDevice } from './resource-names.ts';

const pods = { group: '', plural: 'pods' };

const compute = ['cpu', 'memory', 'ephemeral-storage'];
const resources = new Set([
  countOf(pods),
  'pods',
  ...compute,
  ...compute.map((name) => `requests.${name}`),
  ...compute.map((name) => `limits.${name}`),
]);

/** Every container must say how much of these it takes where a quota limits them. */
const required = new Set(['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']);

/** What Pods take of quotas. */
export const podEvaluator: QuotaEvaluator = {
  resource: pods,
  handles: ({ operation, subresource, object, old }) => {
    if (subresource === 'resize') return operation === 'UPDATE';
    if (subresource !== undefined) return false;
    return operation === 'CREATE' || (old !== undefined && endsByItself(object) !== endsByItself(old));
  },
  counts: (name) => resources.has(name) || isQuotaOfHugePages(name) || isQuotaOfDevices(name),
  isInScope: (pod, selector) => {
    switch (selector.scopeName) {
      case 'Terminating':
        return endsByItself(pod);
      case 'NotTerminating':
        return !endsByItself(pod);
      case 'BestEffort':
        return isBestEffort(pod);
      case 'NotBestEffort':
        return !isBestEffort(pod);
      case 'PriorityClass':
        return matchesClass(pod, selector);
      case 'CrossNamespacePodAffinity':
        return hasAffinityToOthers(pod);
      default:
        return false;
    }
  },
  missing: (pod, names) => {
    if (hasPodLevelResources(pod)) return undefined;
    const containersByResource = new Map<string, Set<string>>();
    for (const container of [...objectsAt(pod.spec, 'containers'), ...objectsAt(pod.spec, 'initContainers')]) {
      const taken = computeUsage(
        readResources(valueAt(container, 'resources', 'requests')),
        readResources(valueAt(container, 'resources', 'limits')),
      );
      for (const name of names) {
        if (!required.has(name) || taken.has(name)) continue;
        const containers = containersByResource.get(name) ?? new Set();
        containersByResource.set(name, containers.add(textAt(container, 'name')));
      }
    }
    if (containersByResource.size === 0) return undefined;
    const parts = [...containersByResource]
      .sort(([a], [b]) => compareUtf8(a, b))
      .map(([name, containers]) => `${name} for: ${[...containers].sort(compareUtf8).join(',')}`);
    return `must specify ${parts.join('; ')}`;
  },
  usage: (pod, now) => {
    const usage = new Map([[countOf(pods), one]]);
    if (!takesResources(pod, now)) return usage;
    addTo(usage, new Map([['pods', one]]));
    addTo(usage, computeUsage(podRequests(pod, { of: 'all' }), podLimits(pod, { of: 'all' })));
    return usage;
  },
};

/** What requests and limits mean for quotas. */
function computeUsage(requests: ResourceList, limits: ResourceList): Map<string, ParsedQuantity> {
  const usage = new Map<string, ParsedQuantity>();
  for (const name of compute) {
    const request = requests.get(name);
    if (request) usage.set(name, request).set(`requests.${name}`, request);
    const limit = limits.get(name);
    if (limit) usage.set(`limits.${name}`, limit);
  }
  for (const [name, request] of requests) {
    if (isHugePages(name)) usage.set(name, request);
    if (isHugePages(name) || isRequestedDevice(name)) usage.set(`requests.${name}`, request);
  }
  return usage;
}

/** Whether a Pod takes resources: it has not ended, and its deletion has not been due for a whole grace period. */
function takesResources({ metadata, status }: MeasuredObject, now: number): boolean {
  const phase = textAt(status, 'phase');
  if (phase === 'Failed' || phase === 'Succeeded') return false;
  const { deletionTimestamp, deletionGracePeriodSeconds: seconds } = metadata;
  if (deletionTimestamp === undefined || typeof seconds !== 'number') return true;
  return now <= (parseTime(deletionTimestamp) ?? now) + seconds * 1000;
}

/** Whether a Pod has a deadline. */
function endsByItself({ spec }: MeasuredObject): boolean {
  const seconds = valueAt(spec, 'activeDeadlineSeconds');
  return typeof seconds === 'number' && seconds >= 0;
}

function isBestEffort({ spec, status }: MeasuredObject): boolean {
  const known = textAt(status, 'qosClass');
  if (known !== '') return known === 'BestEffort';
  const podLevel = valueAt(spec, 'resources');
  const all =
    podLevel === undefined
      ? [...objectsAt(spec, 'containers'), ...objectsAt(spec, 'initContainers')].map(({ resources: own }) => own)
      : [podLevel];
  return all.every((list) =>
    (['requests', 'limits'] as const).every((part) => {
      const amounts = readResources(valueAt(list, part));
      return ['cpu', 'memory'].every((name) => (amounts.get(name)?.unscaled ?? 0n) <= 0n);
    }),
  );
}

function matchesClass({ spec }: MeasuredObject, selector: ScopeSelector): boolean {
  const name = textAt(spec, 'priorityClassName');
  return selects(selector, name === '' ? [] : [name]);
}

/** Whether a Pod has affinity, or anti-affinity, to Pods in other namespaces. */
function hasAffinityToOthers({ spec }: MeasuredObject): boolean {
  return ['podAffinity', 'podAntiAffinity'].some((kind) => {
    const affinity = valueAt(spec, 'affinity', kind);
    const terms = [
      ...objectsAt(affinity, 'requiredDuringSchedulingIgnoredDuringExecution'),
      ...objectsAt(affinity, 'preferredDuringSchedulingIgnoredDuringExecution').map((term) =>
        valueAt(term, 'podAffinityTerm'),
      ),
    ];
    return terms.some((term) => {
      const namespaces = valueAt(term, 'namespaces');
      const isNamed = Array.isArray(namespaces) && namespaces.length > 0;
      return isNamed || valueAt(term, 'namespaceSelector') !== undefined;
    });
  });
}
