import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { isHugePages, podLimits, podRequests, resourcesAsJson } from '@kb/apimachinery/server';
import { type ApiObject, ensureObject, objectsIn, own } from '../../../objects/api-object.ts';
import { defaultPodSpec } from '../../shared/pods/default-pod-spec.ts';
import { setDefaults } from '../../shared/set-default.ts';

/** The defaults of a pod. */
export function defaultPod(pod: ApiObject): void {
  const spec = ensureObject(pod, 'spec');
  defaultPodSpec(spec);
  defaultPodOnly(spec);
  defaultPodLevel(pod);
  // Two forms of the same: the single address is the first in the list.
  const status = ensureObject(pod, 'status');
  if (typeof status.podIP === 'string' && status.podIP !== '') {
    if (objectsIn(status.podIPs)[0]?.ip !== status.podIP) status.podIPs = [{ ip: status.podIP }];
  } else {
    const first = objectsIn(status.podIPs)[0]?.ip;
    if (typeof first === 'string') status.podIP = first;
  }
}

/** Defaults of pods that templates do not get. */
function defaultPodOnly(spec: JsonObject): void {
  setDefaults(spec, { enableServiceLinks: true });
  for (const list of ['initContainers', 'containers']) {
    for (const container of objectsIn(spec[list])) {
      requestWhatIsLimited(container);
      if (spec.hostNetwork === true) {
        for (const port of objectsIn(container.ports))
          if (!port.hostPort && port.containerPort) port.hostPort = port.containerPort;
      }
    }
  }
}

/** The requests and limits of a Pod that has some of its own: from its containers, then from its limits. */
function defaultPodLevel(pod: ApiObject): void {
  const resources = own(pod.spec, 'resources');
  if (!isJsonObject(resources)) return;
  const [limits, requests] = [own(resources, 'limits'), own(resources, 'requests')].map((list) =>
    isJsonObject(list) ? list : {},
  ) as [JsonObject, JsonObject];
  if (Object.keys(limits).length + Object.keys(requests).length === 0) return;
  const hugePages = Object.entries(resourcesAsJson(podLimits(pod, { of: 'spec' }))).filter(
    ([name]) => isHugePages(name) && requests[name] === undefined,
  );
  const limited = { ...Object.fromEntries(hugePages), ...limits };
  if (Object.keys(limited).length === 0) return;
  resources.limits = limited;
  const ofContainers = Object.entries(resourcesAsJson(podRequests(pod, { of: 'spec' }))).filter(
    ([name]) => name === 'cpu' || name === 'memory',
  );
  const others = Object.entries(limited).filter(([name]) => name === 'cpu' || name === 'memory' || isHugePages(name));
  resources.requests = { ...Object.fromEntries(others), ...Object.fromEntries(ofContainers), ...requests };
}

function requestWhatIsLimited(container: JsonObject): void {
  const resources = container.resources;
  if (!isJsonObject(resources) || !isJsonObject(resources.limits)) return;
  resources.requests = { ...resources.limits, ...(isJsonObject(resources.requests) ? resources.requests : {}) };
}
