import { type DeepReadonly, type ObjectMetaInput, ownerReferenceTo } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { Service } from '@kb/kubernetes/core/v1';
import type { EndpointSlice } from '@kb/kubernetes/discovery/v1';
import { isReady, isTerminal } from '../../shared/pods.ts';
import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { containerPort } from '../shared/container-port.ts';
import { ZONE_LABEL } from './zones/cpu-of-zones.ts';

/** A Service as the caches hold it. */
export type LiveService = DeepReadonly<Service>;

export const SERVICE_NAME = 'kubernetes.io/service-name';
export const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
export const MANAGER = 'endpointslice-controller.k8s.io';
const HEADLESS = 'service.kubernetes.io/headless';

/** The content of an EndpointSlice, without its name. */
export interface SliceContent {
  readonly addressType: EndpointSlice['addressType'];
  /** Absent in the slice of a Service without endpoints: the API server writes null. */
  readonly endpoints?: DeepReadonly<NonNullable<EndpointSlice['endpoints']>>;
  readonly ports?: NonNullable<EndpointSlice['ports']>;
}

type Endpoint = NonNullable<EndpointSlice['endpoints']>[number];
type Ports = NonNullable<EndpointSlice['ports']>;

const MAX_ENDPOINTS = 100;
const topologyModes = ['service.kubernetes.io/topology-aware-hints', 'service.kubernetes.io/topology-mode'];
const preferences: readonly (string | undefined)[] = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

/**
 * Computes the slices of a Service (IPv4): Pods whose ports resolve alike share slices of at most 100 endpoints.
 * Without Pods, there is one empty slice. Pods whose node is missing do not count, unless addresses are published that
 * are not ready.
 */
export function desiredSlices(
  service: LiveService,
  pods: readonly LivePod[],
  nodeNamed: (name: string) => LiveNode | undefined,
): SliceContent[] {
  const groups = new Map<string, { readonly ports: Ports; readonly endpoints: Endpoint[] }>();
  const counted = pods.filter((pod) => pod.status?.podIP !== undefined && !isTerminal(pod));
  for (const pod of counted.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))) {
    const node = nodeNamed(pod.spec.nodeName ?? '');
    if (node === undefined && !service.spec.publishNotReadyAddresses) continue;
    const ports = portsFor(service, pod);
    const key = stringifyJson(ports);
    const group = groups.get(key) ?? { ports, endpoints: [] };
    groups.set(key, group);
    group.endpoints.push(endpointOf(service, pod, node));
  }
  const slices = [...groups.values()].flatMap(({ ports, endpoints }) => {
    const count = Math.ceil(endpoints.length / MAX_ENDPOINTS);
    return Array.from({ length: count }, (_, index) => {
      const part = endpoints.slice(index * MAX_ENDPOINTS, (index + 1) * MAX_ENDPOINTS);
      return { addressType: 'IPv4' as const, endpoints: part, ports };
    });
  });
  return slices.length > 0 ? slices : [{ addressType: 'IPv4' }];
}

function endpointOf(service: LiveService, pod: LivePod, node: LiveNode | undefined): Endpoint {
  const serving = isReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const { hostname, subdomain, nodeName } = pod.spec;
  const { name, namespace, uid } = pod.metadata;
  const zone = node?.metadata.labels?.[ZONE_LABEL];
  const endpoint: Endpoint = {
    addresses: [pod.status?.podIP ?? ''],
    conditions: {
      ready: (service.spec.publishNotReadyAddresses ?? false) || (serving && !terminating),
      serving,
      terminating,
    },
    ...(hostname && subdomain === service.metadata.name && { hostname }),
    ...(nodeName && { nodeName }),
    ...(zone && { zone }),
    targetRef: { kind: 'Pod', name, ...(namespace !== undefined && { namespace }), uid },
  };
  const hints = hintsOf(service, endpoint);
  return hints === undefined ? endpoint : { ...endpoint, hints };
}

/**
 * Returns for which zone and node an endpoint is meant, if the Service prefers traffic that stays near: that of the
 * endpoint. Undefined for an endpoint that is not ready.
 */
function hintsOf(service: LiveService, { conditions, zone, nodeName }: Endpoint): Endpoint['hints'] {
  const { trafficDistribution } = service.spec;
  if (!preferences.includes(trafficDistribution) || isTopologyAware(service) || !conditions?.ready) return undefined;
  const isOfNode = trafficDistribution === 'PreferSameNode' && nodeName !== undefined;
  if (zone === undefined && !isOfNode) return undefined;
  return {
    ...(zone !== undefined && { forZones: [{ name: zone }] }),
    ...(isOfNode && { forNodes: [{ name: nodeName }] }),
  };
}

/** Whether the annotation about topology, which comes before the field, is set. */
export function isTopologyAware({ metadata: { annotations = {} } }: LiveService): boolean {
  const mode = topologyModes.map((name) => annotations[name]).find((value) => value !== undefined);
  return mode === 'Auto' || mode === 'auto';
}

function portsFor({ spec }: LiveService, pod: LivePod): Ports {
  return (spec.ports ?? []).flatMap((port) => {
    const protocol = port.protocol ?? 'TCP';
    const number = containerPort(pod, port);
    if (number === undefined) return [];
    const { appProtocol } = port;
    return [{ name: port.name ?? '', protocol, port: number, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

/** The labels of a Service's slices: those of the Service, its name, and the managing controller. */
export function sliceLabels({ metadata, spec }: LiveService): Record<string, string> {
  const { [HEADLESS]: _headless, ...labels } = metadata.labels ?? {};
  return {
    ...labels,
    ...(spec.clusterIP === 'None' && { [HEADLESS]: '' }),
    [SERVICE_NAME]: metadata.name,
    [MANAGED_BY]: MANAGER,
  };
}

/** The metadata of a new slice. */
export function sliceMetadata(service: LiveService): ObjectMetaInput {
  const { namespace, name } = service.metadata;
  return {
    generateName: `${name}-`,
    ...(namespace !== undefined && { namespace }),
    labels: sliceLabels(service),
    ownerReferences: [ownerReferenceTo(service, service, { controller: true, blockOwnerDeletion: true })],
  };
}
