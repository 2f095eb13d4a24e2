import { textAt } from '../../resources/field-labels.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { eventColumns, eventStrategy } from '../shared/event.ts';

/** Event of the core group: the form in which the Events of both groups are stored. */
export const event: BuiltInKind = {
  group: '',
  kind: 'Event',
  ttlMs: 3_600_000,
  strategy: eventStrategy,
  columns: eventColumns,
  fieldLabels: {
    values: {
      source: (event) => textAt(event, 'source.component') || textAt(event, 'reportingComponent'),
    },
  },
};
