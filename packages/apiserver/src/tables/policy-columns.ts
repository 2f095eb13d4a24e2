import { compareUtf8 } from '@kb/apimachinery';
import { at, type FrozenObject, isJsonObject } from '../objects/api-object.ts';
import { scalarText } from '../objects/scalar-text.ts';
import { text } from './cells.ts';
import { ageColumn, column, columns, nameColumn } from './columns.ts';
import type { TableColumns } from '../resources/table-columns.ts';

/** How ResourceQuotas are shown. */
export const resourceQuotaColumns: TableColumns = columns(
  nameColumn,
  column('Request', (quota) => usage(quota, (resource) => !isLimit(resource))),
  column('Limit', (quota) => usage(quota, isLimit)),
  ageColumn,
);

const isLimit = (resource: string): boolean => resource.startsWith('limits.');

/** What is used of what there is, as the controller has counted it. */
function usage(quota: FrozenObject, isShown: (resource: string) => boolean): string {
  const hard = at(quota, 'status', 'hard');
  if (!isJsonObject(hard)) return '';
  return Object.keys(hard)
    .filter(isShown)
    .sort(compareUtf8)
    .map(
      (resource) =>
        `${resource}: ${scalarText(at(quota, 'status', 'used', resource) ?? '0')}/${scalarText(hard[resource])}`,
    )
    .join(', ');
}

/** How RuntimeClasses are shown. */
export const runtimeClassColumns: TableColumns = columns(nameColumn, column('Handler', text('handler')), ageColumn);
