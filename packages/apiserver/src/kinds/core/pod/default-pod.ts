import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, ensureObject, objectsIn } from '../../../objects/api-object.ts';
import { defaultPodSpec } from '../../shared/pods/default-pod-spec.ts';
import { setDefaults } from '../../shared/set-default.ts';

/** The defaults of a pod. */
export function defaultPod(pod: ApiObject): void {
  const spec = ensureObject(pod, 'spec');
  defaultPodSpec(spec);
  defaultPodOnly(spec);
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

function requestWhatIsLimited(container: JsonObject): void {
  const resources = container.resources;
  if (!isJsonObject(resources) || !isJsonObject(resources.limits)) return;
  resources.requests = { ...resources.limits, ...(isJsonObject(resources.requests) ? resources.requests : {}) };
}
