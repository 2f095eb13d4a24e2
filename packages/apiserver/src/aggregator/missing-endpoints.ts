import { quoteString } from '@kb/apimachinery/codec';
import { objectsIn, stringOf } from '../objects/api-object.ts';
import type { Store } from '../storage/store.ts';
import type { ServerAddress } from '../aggregation/api-services.ts';
import type { Availability } from '../aggregation/available-condition.ts';

const SERVICE_LABEL = 'kubernetes.io/service-name';

/** Why a server cannot be called, by its Service and the endpoints of that; undefined if it can. */
export function missingEndpoints(store: Store, { namespace, name, port }: ServerAddress): Availability | undefined {
  const place = `service/${name} in ${quoteString(namespace)}`;
  const service = store.collection('services').get(namespace, name)?.object;
  if (!service) return unavailable('ServiceNotFound', `${place} is not present`);
  // Others, such as ExternalName, have no endpoints.
  if (service.spec?.type !== 'ClusterIP') return undefined;
  const servicePort = objectsIn(service.spec?.ports).find((one) => one.port === port);
  if (!servicePort) return unavailable('ServicePortError', `${place} is not listening on port ${port}`);
  const portName = stringOf(servicePort.name);
  let found = false;
  for (const { object } of store.collection('discovery.k8s.io/endpointslices').walk({ namespace })) {
    if (object.metadata.labels?.[SERVICE_LABEL] !== name) continue;
    found = true;
    const hasPort = objectsIn(object.ports).some((one) => stringOf(one.name) === portName);
    if (hasPort && objectsIn(object.endpoints).length > 0) return undefined;
  }
  const endpoints = store.collection('endpoints').get(namespace, name)?.object;
  if (endpoints) {
    found = true;
    for (const subset of objectsIn(endpoints.subsets))
      if (
        objectsIn(subset.addresses).length > 0 &&
        objectsIn(subset.ports).some((one) => stringOf(one.name) === portName)
      )
        return undefined;
  }
  return found
    ? unavailable(
        'MissingEndpoints',
        `endpointslices for ${place} have no addresses with port name ${quoteString(portName)}`,
      )
    : unavailable('EndpointsNotFound', `cannot find endpointslices for ${place}`);
}

const unavailable = (reason: string, message: string): Availability => ({ status: 'False', reason, message });
