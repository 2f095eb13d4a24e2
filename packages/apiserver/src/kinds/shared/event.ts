import { nameIsPathSegment } from '@kb/apimachinery/server';
import { type FrozenObject, own } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import type { Strategy } from '../../resources/strategy.ts';
import type { TableColumns } from '../../resources/table-columns.ts';
import { text } from '../../tables/cells.ts';
import { column, columns } from '../../tables/columns.ts';
import { ageOf } from '../../tables/duration.ts';
import { genericStrategy } from './generic-strategy.ts';

/** The strategy of Events, in both groups: nearly any name, no dependents. */
export const eventStrategy: Strategy = {
  ...genericStrategy,
  nameCheck: nameIsPathSegment,
  anyFinalizer: true,
  createOnUpdate: true,
  defaultPropagation: 'none',
};

/** The columns of Events of both groups. */
export const eventColumns: TableColumns = columns(
  column('Last Seen', (event, now) => ageOf(lastSeen(event), now)),
  column('Type', text('type')),
  column('Reason', text('reason')),
  column('Object', (event) => {
    const object = involvedObject(event);
    const kind = scalarText(own(object, 'kind') ?? '').toLowerCase();
    const name = own(object, 'name');
    return name ? `${kind}/${scalarText(name)}` : kind;
  }),
  column('Subobject*', (event) => scalarText(own(involvedObject(event), 'fieldPath') ?? '')),
  column('Source*', (event) => {
    const source = event.source ?? event.deprecatedSource;
    const component = own(source, 'component') || event.reportingComponent || event.reportingController;
    const host = own(source, 'host') || event.reportingInstance;
    return host ? `${scalarText(component ?? '')}, ${scalarText(host)}` : scalarText(component ?? '');
  }),
  column('Message', (event) => scalarText(event.message ?? event.note ?? '').trim()),
  column('First Seen*', (event, now) => ageOf(firstSeen(event), now)),
  column('Count*', (event) => Number(own(event.series, 'count') ?? (event.count || event.deprecatedCount || 1))),
  column('Name*', ({ metadata }) => metadata.name ?? ''),
);

const involvedObject = (event: FrozenObject): unknown => event.involvedObject ?? event.regarding;

const firstSeen = (event: FrozenObject): unknown =>
  event.firstTimestamp ?? event.deprecatedFirstTimestamp ?? event.eventTime;

const lastSeen = (event: FrozenObject): unknown =>
  own(event.series, 'lastObservedTime') ?? event.lastTimestamp ?? event.deprecatedLastTimestamp ?? firstSeen(event);
