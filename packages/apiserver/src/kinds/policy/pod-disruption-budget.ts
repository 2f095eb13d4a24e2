import { nameIsPathSegment } from '@kb/apimachinery/server';
import { at } from '../../objects/api-object.ts';
import { text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { withSpecAndStatus } from '../shared/generic-strategy.ts';

/** PodDisruptionBudget: limits the pods that are evicted at the same time. */
export const podDisruptionBudget: BuiltInKind = {
  group: 'policy',
  kind: 'PodDisruptionBudget',
  strategy: {
    ...withSpecAndStatus,
    nameCheck: nameIsPathSegment,
    anyFinalizer: true,
    unconditionalUpdate: false,
  },
  columns: columns(
    nameColumn,
    column('Min Available', text('spec.minAvailable', 'N/A')),
    column('Max Unavailable', text('spec.maxUnavailable', 'N/A')),
    column('Allowed Disruptions:integer', (object) => Number(at(object, 'status', 'disruptionsAllowed') ?? 0)),
    ageColumn,
  ),
};
