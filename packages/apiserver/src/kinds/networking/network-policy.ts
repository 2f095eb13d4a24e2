import { isJsonObject } from '@kb/apimachinery/codec';
import { at, objectsIn } from '../../objects/api-object.ts';
import { selector } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { isChangedInGo } from '../shared/changed-in-go.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';
import { isUnset, setTextDefaults } from '../shared/set-default.ts';

/** NetworkPolicy: the allowed connections of pods. Stored, but not enforced. */
export const networkPolicy: BuiltInKind = {
  group: 'networking.k8s.io',
  kind: 'NetworkPolicy',
  defaults: (policy) => {
    const spec = policy.spec;
    if (!isJsonObject(spec)) return;
    if (isUnset(spec.policyTypes))
      spec.policyTypes = Array.isArray(spec.egress) && spec.egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
    for (const rule of [...objectsIn(spec.ingress), ...objectsIn(spec.egress)]) {
      for (const port of objectsIn(rule.ports)) setTextDefaults(port, { protocol: 'TCP' });
    }
  },
  strategy: { ...genericStrategy, generation: (object, old, sent) => isChangedInGo(object, old, sent, 'spec') },
  columns: columns(
    nameColumn,
    column('Pod-Selector', (policy) => selector(at(policy, 'spec', 'podSelector'))),
    ageColumn,
  ),
};
