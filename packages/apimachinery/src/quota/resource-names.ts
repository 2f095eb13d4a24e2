import { isQualifiedName } from '../names/label-names.ts';

const HUGE_PAGES = 'hugepages-';
const REQUESTS = 'requests.';
const DEVICE_CLASS = 'deviceclass.resource.kubernetes.io/';

/** Whether a resource is one of Kubernetes' own: without a domain, or with a `kubernetes.io` one. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Whether a resource is huge pages of some size. */
export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

/** Whether a quota's resource is huge pages of some size, or requests for them. */
export function isQuotaOfHugePages(name: string): boolean {
  return isHugePages(name) || name.startsWith(`${REQUESTS}${HUGE_PAGES}`);
}

/** Whether a resource is an extended one, such as `nvidia.com/gpu`. */
export function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith(REQUESTS)) return false;
  return isQualifiedName(`${REQUESTS}${name}`).length === 0;
}

/** Whether Pods can request a resource of which quotas limit the requests: an extended one, or a class of devices. */
export function isRequestedDevice(name: string): boolean {
  return isExtendedResource(name) || name.startsWith(DEVICE_CLASS);
}

/** Whether a quota's resource is requests for an extended one, or for a class of devices. */
export function isQuotaOfDevices(name: string): boolean {
  return name.startsWith(REQUESTS) && (!isNativeResource(name) || name.startsWith(`${REQUESTS}${DEVICE_CLASS}`));
}

const containerResources = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Whether a resource without a domain is one that containers can have. */
export function isContainerResource(name: string): boolean {
  return containerResources.has(name) || isHugePages(name);
}

const countedResources = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];

const quotaResources = new Set([
  ...containerResources,
  ...countedResources,
  ...['cpu', 'memory', 'storage', 'ephemeral-storage'].map((name) => `${REQUESTS}${name}`),
  ...['cpu', 'memory', 'ephemeral-storage'].map((name) => `limits.${name}`),
]);

/** Whether a resource without a domain is one that quotas can limit. */
export function isQuotaResource(name: string): boolean {
  return quotaResources.has(name) || isQuotaOfHugePages(name);
}

/** Whether a resource without a domain is known at all. */
export function isStandardResource(name: string): boolean {
  return isQuotaResource(name) || name === 'storage';
}

const counted = new Set(countedResources);

/** Whether there are only whole numbers of a resource. */
export function isWholeResource(name: string): boolean {
  return counted.has(name) || isExtendedResource(name);
}
