import { equalJson, type FieldError, fieldInvalid, type JsonObject } from '@kb/apimachinery';
import { nameIsDnsLabel } from '@kb/apimachinery/server';
import { type ApiObject, ensureObject, type FrozenObject, objectsIn, own } from '../../../objects/api-object.ts';
import { sharedParameters } from '../../../resources/subresource-options.ts';
import type { BuiltInKind } from '../../shared/built-in-kind.ts';
import { genericStatus, genericStrategy } from '../../shared/generic-strategy.ts';
import { isUnset, setDefaults, setTextDefaults } from '../../shared/set-default.ts';
import { allocateForService, releaseOfService } from './service-allocation.ts';
import { serviceColumns } from './service-columns.ts';
import { serviceWarnings } from './service-warnings.ts';
import { validateLoadBalancerStatus, validateService } from './validate-service.ts';

/** Service: one address for a set of pods. It gets a cluster IP and node ports, and keeps them. */
export const service: BuiltInKind = {
  group: '',
  kind: 'Service',
  registryName: 'services/specs',
  defaults: defaultService,
  strategy: {
    ...genericStrategy,
    nameCheck: nameIsDnsLabel,
    createOnUpdate: true,
    returnsDeletedObject: true,
    beginCreate: (service) => {
      const spec = ensureObject(service, 'spec');
      syncClusterIPs(spec);
      setFamilies(spec);
    },
    prepareForCreate: (service) => {
      service.status = { loadBalancer: {} };
    },
    prepareForUpdate: (service, old) => {
      service.status = old.status as JsonObject;
      const spec = ensureObject(service, 'spec');
      keepAllocations(spec, (old.spec ?? {}) as JsonObject);
      syncClusterIPs(spec);
      dropForType(service, spec, (old.spec ?? {}) as JsonObject);
      setFamilies(spec);
    },
    validate: validateService,
    validateUpdate: (service, old) => [...validateService(service), ...validateClusterIPUpdate(service, old)],
    warnings: serviceWarnings,
    resetFields: [['status']],
    status: { ...genericStatus, validateUpdate: validateLoadBalancerStatus },
    allocate: allocateForService,
    afterDelete: (service, { allocators }) => releaseOfService(service, allocators),
  },
  subresources: {
    proxy: {
      handler: 'proxy',
      options: { kind: 'ServiceProxyOptions', parameters: sharedParameters(['path', 'string', 'QCf0eosM']) },
    },
  },
  columns: serviceColumns,
};

/** The defaults of a Service that do not depend on allocations. */
function defaultService(service: ApiObject): void {
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

/** `clusterIP` is the first of `clusterIPs`, whichever was set. */
function syncClusterIPs(spec: JsonObject): void {
  const listed = Array.isArray(spec.clusterIPs) ? spec.clusterIPs : [];
  if (spec.clusterIP) {
    if (listed[0] !== spec.clusterIP) spec.clusterIPs = [spec.clusterIP];
  } else if (typeof listed[0] === 'string') {
    spec.clusterIP = listed[0];
  }
}

/** This server supports one address family. */
function setFamilies(spec: JsonObject): void {
  if (spec.type === 'ExternalName') return;
  const selectorless = spec.clusterIP === 'None' && spec.selector === undefined;
  spec.ipFamilyPolicy ??= selectorless ? 'RequireDualStack' : 'SingleStack';
  spec.ipFamilies ??= selectorless ? ['IPv4', 'IPv6'] : ['IPv4'];
}

/** Keeps allocations that the new object omits. */
function keepAllocations(spec: JsonObject, old: JsonObject): void {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return;
  for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) {
    const unset = !spec[field] || (Array.isArray(spec[field]) && spec[field].length === 0);
    if (
      unset &&
      old[field] !== undefined &&
      (field !== 'clusterIPs' || spec.clusterIP === undefined || spec.clusterIP === old.clusterIP)
    ) {
      spec[field] = old[field];
    }
  }
  if (spec.type !== 'NodePort' && spec.type !== 'LoadBalancer') return;
  if (!spec.healthCheckNodePort && old.healthCheckNodePort) spec.healthCheckNodePort = old.healthCheckNodePort;
  const used = new Set(objectsIn(spec.ports).map(({ nodePort }) => nodePort));
  for (const port of objectsIn(spec.ports)) {
    if (port.nodePort) continue;
    const before = objectsIn(old.ports).find((other) => (other.name ?? '') === (port.name ?? ''));
    if (before?.nodePort && !used.has(before.nodePort)) port.nodePort = before.nodePort;
  }
}

/** Drops the fields that the new type of a service does not have. */
function dropForType(service: ApiObject, spec: JsonObject, old: JsonObject): void {
  const noExternalIps = !Array.isArray(spec.externalIPs) || spec.externalIPs.length === 0;
  if (spec.type === 'ClusterIP' && noExternalIps && spec.externalTrafficPolicy === old.externalTrafficPolicy)
    delete spec.externalTrafficPolicy;
  if (spec.type === old.type) return;
  if (spec.type === 'ExternalName') {
    for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']) {
      if (equalJson(spec[field], old[field])) delete spec[field];
    }
  }
  if (spec.type === 'ClusterIP' || spec.type === 'ExternalName') {
    if (spec.type === 'ExternalName' && equalJson(spec.externalTrafficPolicy, old.externalTrafficPolicy))
      delete spec.externalTrafficPolicy;
    if (equalJson(spec.healthCheckNodePort, old.healthCheckNodePort)) delete spec.healthCheckNodePort;
    for (const port of objectsIn(spec.ports)) {
      if (objectsIn(old.ports).some(({ nodePort }) => nodePort === port.nodePort)) delete port.nodePort;
    }
  }
  if (old.type !== 'LoadBalancer') return;
  for (const field of ['allocateLoadBalancerNodePorts', 'loadBalancerClass'])
    if (equalJson(spec[field], old[field])) delete spec[field];
  service.status = { ...service.status, loadBalancer: {} };
}

function validateClusterIPUpdate(service: ApiObject, old: FrozenObject): FieldError[] {
  const [spec, before] = [service.spec ?? {}, (old.spec ?? {}) as JsonObject];
  if (before.type === 'ExternalName' || spec.type === 'ExternalName' || !before.clusterIP) return [];
  if (own(spec, 'clusterIP') === before.clusterIP) return [];
  return [fieldInvalid('spec.clusterIPs[0]', spec.clusterIPs ?? null, 'may not change once set')];
}
