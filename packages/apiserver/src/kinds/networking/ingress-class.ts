import { isJsonObject } from '@kb/apimachinery/codec';
import { at, own } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { NONE, text } from '../../tables/cells.ts';
import { ageColumn, column, columns } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';
import { setDefaults } from '../shared/set-default.ts';

/** IngressClass: the controller that serves an Ingress. */
export const ingressClass: BuiltInKind = {
  group: 'networking.k8s.io',
  kind: 'IngressClass',
  defaults: (ingressClass) => {
    const parameters = own(ingressClass.spec, 'parameters');
    if (isJsonObject(parameters)) setDefaults(parameters, { scope: 'Cluster' });
  },
  strategy: { ...genericStrategy, generation: 'spec' },
  columns: columns(
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
  ),
};
