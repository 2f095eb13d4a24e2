import type { DeepReadonly } from '@kb/apimachinery';
import type { Service } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';
import { isReady, isTerminal } from '../../shared/pods.ts';
import { containerPort } from '../shared/container-port.ts';
import { type LiveAddress, type LiveSubset, repackSubsets, subsetOf } from './repack-subsets.ts';

type LiveService = DeepReadonly<Service>;

/** Returns the subsets of a Service's Endpoints for the Pods that it selects, in their canonical form. */
export function desiredSubsets(service: LiveService, pods: readonly LivePod[]): LiveSubset[] {
  const { publishNotReadyAddresses = false, ports = [], clusterIP } = service.spec;
  const subsets = pods.flatMap((pod) => {
    const address = addressOf(service, pod);
    if (address === undefined) return [];
    const ready = publishNotReadyAddresses || isReady(pod);
    const place = (of: LiveSubset['ports']): LiveSubset =>
      subsetOf(ready ? [address] : [], ready ? [] : [address], of ?? []);
    // A headless Service may have no ports.
    if (ports.length === 0) return clusterIP === 'None' ? [place([])] : [];
    return ports.flatMap((port) => {
      const number = containerPort(pod, port);
      if (number === undefined) return [];
      const { name, protocol = 'TCP', appProtocol } = port;
      const found = {
        port: number,
        protocol,
        ...(name && { name }),
        ...(appProtocol !== undefined && { appProtocol }),
      };
      return [place([found])];
    });
  });
  return repackSubsets(subsets);
}

/** Returns the address of a Pod for a Service; undefined if it has none, has ended, or is about to. */
function addressOf(service: LiveService, pod: LivePod): LiveAddress | undefined {
  const { publishNotReadyAddresses = false, ipFamilies: [family] = [], clusterIP = '' } = service.spec;
  const { deletionTimestamp, name, namespace, uid } = pod.metadata;
  if (isTerminal(pod) || (deletionTimestamp !== undefined && !publishNotReadyAddresses)) return undefined;
  const { podIP = '', podIPs = [] } = pod.status ?? {};
  const isV6 = (family ?? (isIPv6(clusterIP === 'None' ? podIP : clusterIP) ? 'IPv6' : 'IPv4')) === 'IPv6';
  const ip = podIPs.map((one) => one.ip ?? '').find((one) => one !== '' && isIPv6(one) === isV6);
  if (ip === undefined) return undefined;
  const { hostname, subdomain, nodeName = '' } = pod.spec;
  return {
    ip,
    ...(hostname && subdomain === service.metadata.name && { hostname }),
    nodeName,
    targetRef: { kind: 'Pod', ...(namespace !== undefined && { namespace }), name, uid },
  };
}

const isIPv6 = (address: string): boolean => address.includes(':');
