import { text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';

/** Lease: the current leader, or the heartbeat of a node. */
export const lease: BuiltInKind = {
  group: 'coordination.k8s.io',
  kind: 'Lease',
  strategy: {
    ...genericStrategy,
    anyFinalizer: true,
    createOnUpdate: true,
    unconditionalUpdate: false,
  },
  columns: columns(nameColumn, column('Holder', text('spec.holderIdentity')), ageColumn),
};
