import type { JsonObject } from '@kb/apimachinery';
import { type ApiObject, ensureObject, isJsonObject, objectsIn, own } from '../objects/api-object.ts';
import { isUnset, setDefaults, setTextDefaults } from './set-default.ts';

/** The defaults of a Service that do not depend on what is allocated. */
export function defaultService(service: ApiObject): void {
  const spec = ensureObject(service, 'spec');
  setTextDefaults(spec, { sessionAffinity: 'None', type: 'ClusterIP' });
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  else setDefaults(ensureObject(ensureObject(spec, 'sessionAffinityConfig'), 'clientIP'), { timeoutSeconds: 10_800 });
  for (const port of objectsIn(spec.ports)) {
    setTextDefaults(port, { protocol: 'TCP' });
    if ((isUnset(port.targetPort) || port.targetPort === 0 || port.targetPort === '') && port.port !== undefined)
      port.targetPort = port.port;
  }
  if (spec.type !== 'ExternalName') setDefaults(spec, { internalTrafficPolicy: 'Cluster' });
  if (isReachableFromOutside(spec)) setTextDefaults(spec, { externalTrafficPolicy: 'Cluster' });
  if (spec.type === 'LoadBalancer') setDefaults(spec, { allocateLoadBalancerNodePorts: true });
  for (const ingress of objectsIn(own(own(service.status, 'loadBalancer'), 'ingress'))) {
    if (typeof ingress.ip === 'string' && ingress.ip !== '') setDefaults(ingress, { ipMode: 'VIP' });
  }
}

function isReachableFromOutside({ type, externalIPs }: JsonObject): boolean {
  if (type === 'NodePort' || type === 'LoadBalancer') return true;
  return type === 'ClusterIP' && Array.isArray(externalIPs) && externalIPs.length > 0;
}

/** The defaults of Endpoints. */
export function defaultEndpoints(endpoints: ApiObject): void {
  for (const subset of objectsIn(endpoints.subsets)) {
    for (const port of objectsIn(subset.ports)) setTextDefaults(port, { protocol: 'TCP' });
  }
}

/** The defaults of an EndpointSlice. */
export function defaultEndpointSlice(slice: ApiObject): void {
  for (const port of objectsIn(slice.ports)) {
    setDefaults(port, { name: '' });
    setTextDefaults(port, { protocol: 'TCP' });
  }
}

/** The defaults of a NetworkPolicy. */
export function defaultNetworkPolicy(policy: ApiObject): void {
  const spec = policy.spec;
  if (!isJsonObject(spec)) return;
  if (isUnset(spec.policyTypes))
    spec.policyTypes = Array.isArray(spec.egress) && spec.egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  for (const rule of [...objectsIn(spec.ingress), ...objectsIn(spec.egress)]) {
    for (const port of objectsIn(rule.ports)) setTextDefaults(port, { protocol: 'TCP' });
  }
}
