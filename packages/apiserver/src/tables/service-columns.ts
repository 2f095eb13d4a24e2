import { compareUtf8, type JsonObject } from '@kb/apimachinery';
import { at, type FrozenObject, isJsonObject, objectsIn } from '../objects/api-object.ts';
import { firstFew, joined, NONE, plainSelector, selector, stringsIn, text } from './cells.ts';
import { ageColumn, column, columns, nameColumn } from './columns.ts';
import type { TableColumns } from '../resources/table-columns.ts';
import { scalarText } from '../objects/scalar-text.ts';

/** How Services are shown. */
export const serviceColumns: TableColumns = columns(
  nameColumn,
  column('Type', text('spec.type')),
  column('Cluster-IP', (service) => stringsIn(at(service, 'spec', 'clusterIPs'))[0] ?? NONE),
  column('External-IP', externalAddress),
  column('Port(s)', (service) => joined(objectsIn(at(service, 'spec', 'ports')).map(portText))),
  ageColumn,
  column('Selector*', (service) => plainSelector(at(service, 'spec', 'selector'))),
);

function portText({ port, nodePort, protocol }: JsonObject): string {
  return nodePort
    ? `${scalarText(port)}:${scalarText(nodePort)}/${scalarText(protocol)}`
    : `${scalarText(port)}/${scalarText(protocol)}`;
}

function externalAddress(service: FrozenObject): string {
  const external = stringsIn(at(service, 'spec', 'externalIPs'));
  switch (at(service, 'spec', 'type')) {
    case 'ClusterIP':
    case 'NodePort':
      return joined(external);
    case 'LoadBalancer': {
      const all = [...loadBalancerAddresses(service), ...external];
      return all.length === 0 ? '<pending>' : all.join(',');
    }
    case 'ExternalName':
      return scalarText(at(service, 'spec', 'externalName') ?? '');
    default:
      return '<unknown>';
  }
}

function loadBalancerAddresses(object: FrozenObject): string[] {
  const addresses = objectsIn(at(object, 'status', 'loadBalancer', 'ingress')).map(({ ip, hostname }) =>
    scalarText(ip || hostname || ''),
  );
  return [...new Set(addresses.filter((address) => address !== ''))].sort(compareUtf8);
}

/** How Endpoints are shown. */
export const endpointsColumns: TableColumns = columns(
  nameColumn,
  column('Endpoints', (endpoints) => {
    if (objectsIn(endpoints.subsets).length === 0) return NONE;
    const addresses = objectsIn(endpoints.subsets).flatMap((subset) => {
      const ports = objectsIn(subset.ports);
      const hosts = objectsIn(subset.addresses).map(({ ip }) => scalarText(ip));
      if (ports.length === 0) return hosts;
      return ports.flatMap(({ port }) =>
        hosts.map((host) => `${host.includes(':') ? `[${host}]` : host}:${scalarText(port)}`),
      );
    });
    return firstFew(addresses, '');
  }),
  ageColumn,
);

/** How EndpointSlices are shown. */
export const endpointSliceColumns: TableColumns = columns(
  nameColumn,
  column('AddressType', text('addressType')),
  column('Ports', (slice) => {
    const ports = objectsIn(slice.ports).map(({ port, name }) => scalarText(port ?? name ?? '*'));
    return firstFew(ports, '') || '<unset>';
  }),
  column('Endpoints', (slice) =>
    firstFew(
      objectsIn(slice.endpoints).flatMap(({ addresses }) => stringsIn(addresses)),
      '<unset>',
    ),
  ),
  ageColumn,
);

/** How Ingresses are shown. */
export const ingressColumns: TableColumns = columns(
  nameColumn,
  column('Class', text('spec.ingressClassName', NONE)),
  column('Hosts', (ingress) => {
    const hosts = objectsIn(at(ingress, 'spec', 'rules')).map(({ host }) => (typeof host === 'string' ? host : ''));
    return firstFew(
      hosts.filter((host) => host !== ''),
      '*',
    );
  }),
  column('Address', (ingress) => loadBalancerAddresses(ingress).join(',')),
  column('Ports', (ingress) => (objectsIn(at(ingress, 'spec', 'tls')).length > 0 ? '80, 443' : '80')),
  ageColumn,
);

/** How IngressClasses are shown. */
export const ingressClassColumns: TableColumns = columns(
  column('Name', ({ metadata }) => {
    const isDefault = metadata.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true';
    return `${metadata.name ?? ''}${isDefault ? ' (default)' : ''}`;
  }),
  column('Controller', text('spec.controller')),
  column('Parameters', (object) => {
    const parameters = at(object, 'spec', 'parameters');
    if (!isJsonObject(parameters)) return NONE;
    const { kind, apiGroup, name } = parameters;
    return `${scalarText(kind)}${apiGroup ? `.${scalarText(apiGroup)}` : ''}/${scalarText(name)}`;
  }),
  ageColumn,
);

/** How NetworkPolicies are shown. */
export const networkPolicyColumns: TableColumns = columns(
  nameColumn,
  column('Pod-Selector', (policy) => selector(at(policy, 'spec', 'podSelector'))),
  ageColumn,
);
