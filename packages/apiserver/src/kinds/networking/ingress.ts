import { at, objectsIn } from '../../objects/api-object.ts';
import { firstFew, NONE, text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { withSpecAndStatus } from '../shared/generic-strategy.ts';
import { loadBalancerAddresses } from '../shared/load-balancer.ts';

/** Ingress: HTTP routes to Services. */
export const ingress: BuiltInKind = {
  group: 'networking.k8s.io',
  kind: 'Ingress',
  registryName: 'ingress',
  strategy: withSpecAndStatus,
  columns: columns(
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
  ),
};
