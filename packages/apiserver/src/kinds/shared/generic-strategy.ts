import type { JsonObject } from '@kb/apimachinery';
import { nameIsDnsSubdomain } from '@kb/apimachinery/server';
import type { Strategy, UpdateStrategy } from '../../resources/strategy.ts';

/** The strategy of kinds without a generation and a status. */
export const genericStrategy: Strategy = {
  nameCheck: nameIsDnsSubdomain,
  createOnUpdate: false,
  unconditionalUpdate: true,
  returnsDeletedObject: false,
  defaultPropagation: 'Background',
};

/** The status updates of most kinds: the spec does not change, metadata may. */
export const genericStatus: UpdateStrategy = {
  prepareForUpdate: (object, old) => {
    if (old.spec === undefined) delete object.spec;
    else object.spec = old.spec as JsonObject;
  },
  resetFields: [['spec']],
};

/** The strategy of kinds whose status is only written through its subresource. */
export const withStatusOnly: Strategy = {
  ...genericStrategy,
  prepareForCreate: (object) => {
    delete object.status;
  },
  prepareForUpdate: (object, old) => {
    if (old.status === undefined) delete object.status;
    else object.status = old.status as JsonObject;
  },
  resetFields: [['status']],
  status: genericStatus,
};

/** The same with a generation, which follows the spec. */
export const withSpecAndStatus: Strategy = { ...withStatusOnly, generation: 'spec' };

/** The strategy of kinds without a status whose deletion returns the deleted object. */
export const returnsDeletedStrategy: Strategy = { ...genericStrategy, returnsDeletedObject: true };
