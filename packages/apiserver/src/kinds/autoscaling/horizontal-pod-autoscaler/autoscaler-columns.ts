import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { at, type FrozenObject, objectsIn, own } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import type { TableColumns } from '../../../resources/table-columns.ts';
import { NONE, numberAt, text } from '../../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../../tables/columns.ts';

/** The columns of HorizontalPodAutoscalers. */
export const horizontalPodAutoscalerColumns: TableColumns = columns(
  nameColumn,
  column('Reference', (object) => {
    const target = at(object, 'spec', 'scaleTargetRef');
    return `${scalarText(own(target, 'kind') ?? '')}/${scalarText(own(target, 'name') ?? '')}`;
  }),
  column('Targets', targetsOf),
  column('MinPods', text('spec.minReplicas', '<unset>')),
  column('MaxPods', (object) => numberAt(object, 'spec.maxReplicas')),
  column('Replicas', (object) => numberAt(object, 'status.currentReplicas')),
  ageColumn,
);

const SHOWN = 2;

const UNKNOWN = '<unknown>';

function targetsOf(object: FrozenObject): string {
  const statuses = objectsIn(at(object, 'status', 'currentMetrics'));
  const all = objectsIn(at(object, 'spec', 'metrics')).map((metric, index) => metricText(metric, statuses[index]));
  if (all.length === 0) return NONE;
  const shown = all.slice(0, SHOWN).join(', ');
  return all.length > SHOWN ? `${shown} + ${all.length - SHOWN} more...` : shown;
}

/** A metric: its current and its desired value. */
function metricText({ type, ...sources }: JsonObject, status: JsonObject | undefined): string {
  switch (type) {
    case 'External':
      return valueOrAverage(sources.external, status?.external);
    case 'Object':
      return valueOrAverage(sources.object, status?.object);
    case 'Pods':
      return `${current(status?.pods, 'averageValue')}/${target(sources.pods, 'averageValue') ?? ''}`;
    case 'Resource':
      return `${nameOf(sources.resource)}: ${valueOrUtilization(sources.resource, status?.resource)}`;
    case 'ContainerResource':
      return `${nameOf(sources.containerResource)}: ${valueOrUtilization(sources.containerResource, status?.containerResource)}`;
    default:
      return '<unknown type>';
  }
}

function valueOrAverage(source: unknown, status: unknown): string {
  const average = target(source, 'averageValue');
  if (average !== undefined) return `${current(status, 'averageValue')}/${average} (avg)`;
  return `${current(status, 'value')}/${target(source, 'value') ?? '<nil>'}`;
}

function valueOrUtilization(source: unknown, status: unknown): string {
  const average = target(source, 'averageValue');
  if (average !== undefined) return `${current(status, 'averageValue')}/${average}`;
  const utilization = target(source, 'averageUtilization');
  const now = current(status, 'averageUtilization');
  return `${now === UNKNOWN ? now : `${now}%`}/${utilization === undefined ? '<auto>' : `${utilization}%`}`;
}

const nameOf = (source: unknown): string => scalarText(own(source, 'name') ?? '');

function target(source: unknown, member: string): string | undefined {
  const value = own(own(source, 'target'), member);
  return value === undefined || value === null || isJsonObject(value) ? undefined : scalarText(value);
}

function current(status: unknown, member: string): string {
  const value = own(own(status, 'current'), member);
  return value === undefined || value === null || isJsonObject(value) ? UNKNOWN : scalarText(value);
}
