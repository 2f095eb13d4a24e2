import { text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';

/** RuntimeClass: the runtime of a pod's containers. */
export const runtimeClass: BuiltInKind = {
  group: 'node.k8s.io',
  kind: 'RuntimeClass',
  strategy: { ...genericStrategy, anyFinalizer: true, createOnUpdate: true, unconditionalUpdate: false },
  columns: columns(nameColumn, column('Handler', text('handler')), ageColumn),
};
