import { objectsIn } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { firstFew, NONE } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';
import { setTextDefaults } from '../shared/set-default.ts';

/** Endpoints: the addresses of a Service, in the older form. */
export const endpoints: BuiltInKind = {
  group: '',
  kind: 'Endpoints',
  registryName: 'services/endpoints',
  defaults: (endpoints) => {
    for (const subset of objectsIn(endpoints.subsets)) {
      for (const port of objectsIn(subset.ports)) setTextDefaults(port, { protocol: 'TCP' });
    }
  },
  strategy: { ...genericStrategy, createOnUpdate: true },
  columns: columns(
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
  ),
  warnings: ['v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'],
};
