import type { JsonObject } from '@kb/apimachinery';
import { at, type FrozenObject, objectsIn, stringOf } from '../objects/api-object.ts';
import type { Store } from '../storage/store.ts';
import type { WebhookService } from './webhook-address.ts';

const SERVICE_LABEL = 'kubernetes.io/service-name';

/**
 * Returns the origin of a service: the first ready address in its EndpointSlices, or in its Endpoints. Throws an Error
 * in the words of kube-apiserver's resolver if there is none.
 */
export function originOfService(store: Store, { namespace, name, port }: WebhookService): string {
  const service = store.collection('services').get(namespace, name)?.object;
  if (!service) throw new Error(`service "${name}" not found`);
  const servicePort = objectsIn(service.spec?.ports).find((one) => one.port === port);
  if (!servicePort) throw new Error(`no service port ${port} found for service "${name}"`);
  const portName = stringOf(servicePort.name);
  for (const { object } of store.collection('discovery.k8s.io/endpointslices').walk({ namespace })) {
    if (object.metadata.labels?.[SERVICE_LABEL] !== name) continue;
    const origin = originIn(portName, objectsIn(object.ports), readyAddresses(object));
    if (origin !== undefined) return origin;
  }
  for (const subset of objectsIn(store.collection('endpoints').get(namespace, name)?.object.subsets)) {
    const addresses = objectsIn(subset.addresses).map(({ ip }) => stringOf(ip));
    const origin = originIn(portName, objectsIn(subset.ports), addresses);
    if (origin !== undefined) return origin;
  }
  throw new Error(`no endpoints available for service "${name}"`);
}

function readyAddresses(slice: FrozenObject): string[] {
  return objectsIn(slice.endpoints)
    .filter((endpoint) => at(endpoint, 'conditions', 'ready') !== false)
    .flatMap(({ addresses }) => (Array.isArray(addresses) ? addresses.slice(0, 1).map(stringOf) : []));
}

function originIn(portName: string, ports: readonly JsonObject[], [address]: readonly string[]): string | undefined {
  const found = ports.find(({ name }) => stringOf(name) === portName)?.port;
  if (address === undefined || typeof found !== 'number') return undefined;
  return `https://${address.includes(':') ? `[${address}]` : address}:${found}`;
}
