import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { ensureObject, objectsIn, own } from '../../../objects/api-object.ts';
import type { BuiltInKind } from '../../shared/built-in-kind.ts';
import { genericStrategy } from '../../shared/generic-strategy.ts';
import { roundResources } from '../../shared/amounts/round-resources.ts';
import { setDefaults } from '../../shared/set-default.ts';
import { validateLimitRange } from './validate-limit-range.ts';

/** LimitRange: the default requests and limits of containers in a namespace. It needs no name. */
export const limitRange: BuiltInKind = {
  group: '',
  kind: 'LimitRange',
  defaults: (limitRange) => {
    for (const limit of objectsIn(own(limitRange.spec, 'limits'))) {
      roundResources(limit, 'max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio');
      if (limit.type !== 'Container') continue;
      fill(ensureObject(limit, 'default'), limit.max);
      fill(ensureObject(limit, 'defaultRequest'), limit.default);
      fill(ensureObject(limit, 'defaultRequest'), limit.min);
    }
  },
  strategy: {
    ...genericStrategy,
    createOnUpdate: true,
    prepareForCreate: ({ metadata }, { newUid }) => {
      metadata.name ||= newUid();
    },
    validate: validateLimitRange,
    validateUpdate: validateLimitRange,
  },
};

function fill(target: JsonObject, from: unknown): void {
  if (isJsonObject(from)) setDefaults(target, from);
}
