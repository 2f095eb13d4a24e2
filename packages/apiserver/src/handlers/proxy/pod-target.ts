import { badRequest, notFound } from '@kb/apimachinery';
import type { Call } from '../../context/call.ts';
import { at, type FrozenObject, objectsIn, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { noContainers } from '../containers/no-containers.ts';
import { exchangeOver } from './adapters/exchange-over.ts';
import { isGlobalUnicast } from './global-address.ts';
import { hostOf, type ProxiedName, type ProxyTarget, schemePorts, splitProxiedName } from './proxy-target.ts';

/** Returns the target of a proxy to a Pod. Throws the StatusError of one that is not there, or has no address. */
export function podTarget(call: Call): ProxyTarget {
  const { server, endpoint } = call;
  const named =
    splitProxiedName(endpoint.name) ?? refuse(badRequest(`invalid pod request ${JSON.stringify(endpoint.name)}`));
  const pod =
    server.store.collection('pods').get(endpoint.namespace, named.name)?.object ??
    refuse(notFound({ group: '', plural: 'pods' }, named.name));
  const port = named.port || declaredPort(pod);
  const address = stringOf(objectsIn(at(pod, 'status', 'podIPs'))[0]?.ip);
  if (!isGlobalUnicast(address)) refuse(badRequest('address not allowed'));
  return targetInPod(call, pod, { address, port, scheme: named.scheme });
}

/** Returns the first port that a container of a Pod declares; empty without one. */
function declaredPort(pod: FrozenObject): string {
  const [first] = objectsIn(at(pod, 'spec', 'containers')).flatMap(({ ports }) => objectsIn(ports));
  return typeof first?.containerPort === 'number' ? String(first.containerPort) : '';
}

/** A port of a Pod. */
export interface PodPort {
  readonly address: string;
  readonly port: string;
  readonly scheme: ProxiedName['scheme'];
}

/** Returns a target that is a port of a Pod, which its stand-in serves. */
export function targetInPod(call: Call, pod: FrozenObject, { address, port, scheme }: PodPort): ProxyTarget {
  const host = hostOf(address, port);
  const number = port === '' ? schemePorts[scheme] : Number(port);
  const dialed = hostOf(address, String(number));
  return {
    host,
    send: async (request, signal) => {
      const containers = call.server.containers ?? noContainers(call);
      if (!/^\d+$/.test(String(number))) throw new Error(`dial tcp: lookup tcp/${port}: unknown port`);
      if (number > 65_535) throw new Error(`dial tcp: address ${port}: invalid port`);
      const connection = await containers.connect(pod, number).catch((error: unknown) => {
        // Whatever stands in for the Pod, this is how nothing listens there.
        throw new Error(`dial tcp ${dialed}: connect: connection refused`, { cause: error });
      });
      return exchangeOver(connection, { request, signal, isSecure: scheme === 'https' });
    },
  };
}
