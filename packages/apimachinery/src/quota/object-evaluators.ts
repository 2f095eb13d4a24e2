import type { GroupResource } from '../status/status-factories.ts';
import { compareAmounts, nothing, one, readResources, roundedUp } from './resource-list.ts';
import type { ParsedQuantity } from '../quantity/quantity.ts';
import { countOf, type QuotaEvaluator, selects } from './quota-evaluator.ts';
import { type MeasuredObject, objectsAt, textAt, valueAt } from './read-object.ts';

const services = { group: '', plural: 'services' };
const serviceResources = new Set([countOf(services), 'services', 'services.nodeports', 'services.loadbalancers']);

/** What Services take of quotas. */
export const serviceEvaluator: QuotaEvaluator = {
  resource: services,
  handles: ({ subresource }) => subresource === undefined,
  counts: (name) => serviceResources.has(name),
  isInScope: () => false,
  missing: () => undefined,
  usage: ({ spec }) => {
    const type = textAt(spec, 'type');
    return new Map([
      [countOf(services), one],
      ['services', one],
      ['services.loadbalancers', type === 'LoadBalancer' ? one : nothing],
      ['services.nodeports', { ...one, unscaled: BigInt(nodePorts(spec, type)) }],
    ]);
  },
};

function nodePorts(spec: unknown, type: string): number {
  const ports = objectsAt(spec, 'ports');
  if (type === 'NodePort') return ports.length;
  if (type !== 'LoadBalancer') return 0;
  if (valueAt(spec, 'allocateLoadBalancerNodePorts') !== false) return ports.length;
  return ports.filter(({ nodePort }) => nodePort !== undefined && nodePort !== 0).length;
}

const claims = { group: '', plural: 'persistentvolumeclaims' };
const OF_CLASS = '.storageclass.storage.k8s.io/';
const claimResources = ['persistentvolumeclaims', 'requests.storage'];
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** What PersistentVolumeClaims take of quotas. */
export const claimEvaluator: QuotaEvaluator = {
  resource: claims,
  handles: ({ operation, subresource }) =>
    subresource === undefined || (subresource === 'status' && operation === 'UPDATE'),
  counts: (name) =>
    name === countOf(claims) ||
    claimResources.some((resource) => name === resource || name.endsWith(`${OF_CLASS}${resource}`)),
  isInScope: (claim, selector) =>
    selector.scopeName === 'VolumeAttributesClass' && selects(selector, [...attributesClasses(claim)]),
  missing: () => undefined,
  usage: (claim) => {
    const usage = new Map<string, ParsedQuantity>([
      ['persistentvolumeclaims', one],
      [countOf(claims), one],
    ]);
    const storageClass = claim.metadata.annotations?.[CLASS_ANNOTATION] ?? textAt(claim.spec, 'storageClassName');
    if (storageClass !== '') usage.set(`${storageClass}${OF_CLASS}persistentvolumeclaims`, one);
    const storage = storageOf(claim);
    if (!storage) return usage;
    usage.set('requests.storage', storage);
    if (storageClass !== '') usage.set(`${storageClass}${OF_CLASS}requests.storage`, storage);
    return usage;
  },
};

/** The storage that a claim requests, or has got if that is more. */
function storageOf({ spec, status }: MeasuredObject): ParsedQuantity | undefined {
  const requested = readResources(valueAt(spec, 'resources', 'requests')).get('storage');
  if (!requested) return undefined;
  const allocated = readResources(valueAt(status, 'allocatedResources')).get('storage');
  const counted = roundedUp(requested);
  return allocated && compareAmounts(allocated, counted) > 0 ? roundedUp(allocated) : counted;
}

/** The VolumeAttributesClasses that a claim has, gets, or shall have. */
function attributesClasses({ spec, status }: MeasuredObject): Set<string> {
  const names = [
    textAt(spec, 'volumeAttributesClassName'),
    textAt(status, 'currentVolumeAttributesClassName'),
    textAt(status, 'modifyVolumeStatus', 'targetVolumeAttributesClassName'),
  ];
  return new Set(names.filter((name) => name !== ''));
}

/** Counts the objects of a resource. `alias`: the name for their number in the first quotas, if there is one. */
export function objectCountEvaluator(resource: GroupResource, alias?: string): QuotaEvaluator {
  const names = new Set([countOf(resource), ...(alias === undefined ? [] : [alias])]);
  const usage = new Map([...names].map((name) => [name, one]));
  return {
    resource,
    handles: ({ operation, subresource }) => operation === 'CREATE' && subresource === undefined,
    counts: (name) => names.has(name),
    isInScope: () => false,
    missing: () => undefined,
    usage: () => usage,
  };
}
