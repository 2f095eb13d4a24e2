import { badRequest, type JsonObject, notFound, serviceUnavailable } from '@kb/apimachinery';
import type { Call } from '../../context/call.ts';
import { at, type FrozenObject, objectsIn, stringOf } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { refuse } from '../../refuse.ts';
import { targetInPod } from './pod-target.ts';
import { type ProxyTarget, splitProxiedName } from './proxy-target.ts';

/** The integers that Go's `strconv.ParseInt` reads. */
const INTEGER = /^[+-]?\d{1,19}$/;

/**
 * Returns the target of a proxy to a Service: a Pod that its Endpoints name, at random. Throws the StatusError of a
 * Service that has none.
 */
export function serviceTarget(call: Call): ProxyTarget {
  const { server, endpoint } = call;
  const { namespace } = endpoint;
  const named =
    splitProxiedName(endpoint.name) ?? refuse(badRequest(`invalid service request ${JSON.stringify(endpoint.name)}`));
  const port = INTEGER.test(named.port) ? portName(call, named.name, Number(named.port)) : named.port;
  const endpoints = server.store.collection('endpoints').get(namespace, named.name)?.object;
  // As kube-apiserver words it: as if the Endpoints were the Service.
  if (!endpoints) return refuse(notFound({ group: '', plural: 'services' }, named.name));
  const subsets = objectsIn(endpoints.subsets);
  if (subsets.length === 0) refuse(noEndpoints(named.name));
  for (const subset of fromRandom(call, subsets)) {
    for (const declared of objectsIn(subset.ports)) {
      if (stringOf(declared.name) !== port) continue;
      for (const address of fromRandom(call, objectsIn(subset.addresses))) {
        const pod = podBehind(call, address);
        if (pod)
          return targetInPod(call, pod, {
            address: stringOf(address.ip),
            port: scalarText(declared.port),
            scheme: named.scheme,
          });
      }
    }
  }
  return refuse(noEndpoints(endpoint.name));
}

const noEndpoints = (name: string): ReturnType<typeof serviceUnavailable> =>
  serviceUnavailable(`no endpoints available for service ${JSON.stringify(name)}`);

/** Returns the name of the port with a number, by which Endpoints know it. */
function portName({ server, endpoint }: Call, name: string, port: number): string {
  const service =
    server.store.collection('services').get(endpoint.namespace, name)?.object ??
    refuse(notFound({ group: '', plural: 'services' }, name));
  const declared = objectsIn(at(service, 'spec', 'ports')).find((one) => one.port === port);
  if (declared) return stringOf(declared.name);
  return refuse(serviceUnavailable(`no service port ${port} found for service ${JSON.stringify(name)}`));
}

/** The elements of a list, beginning with a random one. */
function fromRandom<T>({ server }: Call, list: readonly T[]): readonly T[] {
  if (list.length < 2) return list;
  const first = Math.floor(server.random() * list.length);
  return [...list.slice(first), ...list.slice(0, first)];
}

/** Returns the Pod of an address, if it has the address. */
function podBehind({ server, endpoint }: Call, { ip, targetRef }: JsonObject): FrozenObject | undefined {
  if (at(targetRef, 'namespace') !== endpoint.namespace) return undefined;
  const pod = server.store.collection('pods').get(endpoint.namespace, stringOf(at(targetRef, 'name')))?.object;
  return pod && objectsIn(at(pod, 'status', 'podIPs')).some((one) => one.ip === ip) ? pod : undefined;
}
