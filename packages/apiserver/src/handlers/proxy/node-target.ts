import { badRequest, genericError, notFound } from '@kb/apimachinery';
import { parseAddress } from '@kb/apimachinery/server';
import type { Call } from '../../context/call.ts';
import { at, type FrozenObject, objectsIn, stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { noContainers } from '../containers/no-containers.ts';
import { isGlobalUnicast } from './global-address.ts';
import { hostOf, type ProxyTarget, splitProxiedName } from './proxy-target.ts';

/** The types of a node's addresses, the preferred one first. */
const addressTypes = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'];
const KUBELET_PORT = '10250';

/** Returns the target of a proxy to a node: its kubelet. Throws the StatusError of a node that is not there. */
export function nodeTarget(call: Call): ProxyTarget {
  const { server, endpoint } = call;
  const named =
    splitProxiedName(endpoint.name) ?? refuse(badRequest(`invalid node request ${JSON.stringify(endpoint.name)}`));
  const node =
    server.store.collection('nodes').get('', named.name)?.object ??
    refuse(notFound({ group: '', plural: 'nodes' }, named.name));
  const address = addressOf(node);
  // Names are not looked up: they are those of nodes that nothing serves.
  if (typeof parseAddress(address) !== 'string' && !isGlobalUnicast(address)) refuse(badRequest('address not allowed'));
  const reported = at(node, 'status', 'daemonEndpoints', 'kubeletEndpoint', 'Port');
  const kubeletPort = typeof reported === 'number' && reported > 0 ? String(reported) : KUBELET_PORT;
  const port = named.port || kubeletPort;
  const host = hostOf(address, port);
  return {
    host,
    send: async (request, signal) => {
      const { kubelet } = server.containers ?? noContainers(call);
      if (!kubelet || port !== kubeletPort) throw new Error(`dial tcp ${host}: connect: connection refused`);
      const pods = (): FrozenObject[] => podsOf(call, named.name);
      const claim = (namespace: string, name: string): FrozenObject | undefined =>
        server.store.collection('persistentvolumeclaims').get(namespace, name)?.object;
      return kubelet({ node, pods, claim }, request, signal);
    },
  };
}

function addressOf(node: FrozenObject): string {
  const addresses = objectsIn(at(node, 'status', 'addresses'));
  for (const type of addressTypes) {
    const found = addresses.find((one) => one.type === type);
    if (found) return stringOf(found.address);
  }
  const known = addresses.map(({ type, address }) => `{${stringOf(type)} ${stringOf(address)}}`).join(' ');
  return refuse(genericError(`no preferred addresses found; known addresses: [${known}]`));
}

function podsOf({ server }: Call, node: string): FrozenObject[] {
  const pods: FrozenObject[] = [];
  for (const { object } of server.store.collection('pods').walk())
    if (at(object, 'spec', 'nodeName') === node) pods.push(object);
  return pods;
}
