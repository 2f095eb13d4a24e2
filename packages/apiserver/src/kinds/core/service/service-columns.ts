import type { JsonObject } from '@kb/apimachinery';
import { at, type FrozenObject, objectsIn } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import type { TableColumns } from '../../../resources/table-columns.ts';
import { joined, NONE, plainSelector, stringsIn, text } from '../../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../../tables/columns.ts';
import { loadBalancerAddresses } from '../../shared/load-balancer.ts';

/** The columns of Services. */
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
