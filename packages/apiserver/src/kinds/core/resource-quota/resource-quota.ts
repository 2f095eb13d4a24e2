import { compareUtf8, isJsonObject } from '@kb/apimachinery/codec';
import { at, type FrozenObject } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import { ageColumn, column, columns, nameColumn } from '../../../tables/columns.ts';
import type { BuiltInKind } from '../../shared/built-in-kind.ts';
import { roundResources } from '../../shared/amounts/round-resources.ts';
import { genericStatus, withStatusOnly } from '../../shared/generic-strategy.ts';
import {
  quotaWarnings,
  validateResourceQuota,
  validateResourceQuotaStatus,
  validateResourceQuotaUpdate,
} from './validate-resource-quota.ts';

/** ResourceQuota: limits what the objects of a namespace take. */
export const resourceQuota: BuiltInKind = {
  group: '',
  kind: 'ResourceQuota',
  defaults: ({ spec, status }) => {
    roundResources(spec, 'hard');
    roundResources(status, 'hard', 'used');
  },
  strategy: {
    ...withStatusOnly,
    returnsDeletedObject: true,
    validate: validateResourceQuota,
    validateUpdate: validateResourceQuotaUpdate,
    warnings: (quota, old) => (old ? [] : quotaWarnings(quota)),
    status: { ...genericStatus, validateUpdate: validateResourceQuotaStatus },
  },
  columns: columns(
    nameColumn,
    column('Request', (quota) => usage(quota, (resource) => !isLimit(resource))),
    column('Limit', (quota) => usage(quota, isLimit)),
    ageColumn,
  ),
};

const isLimit = (resource: string): boolean => resource.startsWith('limits.');

/** The usage for each limit, as the controller has counted it. */
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
