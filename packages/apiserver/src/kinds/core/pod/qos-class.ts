import { equalJson, type JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, objectsIn, own } from '../../../objects/api-object.ts';

/** The quality of service class of a pod, from the CPU and memory requests and limits of its containers. */
export function qosClassOf(pod: ApiObject): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = [...objectsIn(pod.spec?.initContainers), ...objectsIn(pod.spec?.containers)];
  const podLevel = pod.spec?.resources;
  const resources = isJsonObject(podLevel) ? [podLevel] : containers.map((container) => container.resources);
  const parts = resources.map((resource) => ({
    requests: computeOf(own(resource, 'requests')),
    limits: computeOf(own(resource, 'limits')),
  }));
  if (parts.every(({ requests, limits }) => Object.keys(requests).length === 0 && Object.keys(limits).length === 0))
    return 'BestEffort';
  const guaranteed = parts.every(
    ({ requests, limits }) => 'cpu' in limits && 'memory' in limits && equalJson(requests, limits),
  );
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

function computeOf(list: unknown): JsonObject {
  const compute: JsonObject = {};
  if (isJsonObject(list)) {
    for (const name of ['cpu', 'memory'])
      if (list[name] !== undefined && list[name] !== '0') compute[name] = list[name];
  }
  return compute;
}
