import type { JsonObject } from '@kb/apimachinery';
import { nameIsDnsSubdomain } from '@kb/apimachinery/server';
import type { Strategy, UpdateStrategy } from '../../resources/strategy.ts';

/** What most kinds have in common: no generation, no status, nothing special. */
export const genericStrategy: Strategy = {
  nameCheck: nameIsDnsSubdomain,
  createOnUpdate: false,
  unconditionalUpdate: true,
  returnsDeletedObject: false,
  defaultPropagation: 'Background',
};

/** Writes of the status of most kinds: the spec stays as it is, metadata changes are taken. */
export const genericStatus: UpdateStrategy = {
  prepareForUpdate: (object, old) => {
    if (old.spec === undefined) delete object.spec;
    else object.spec = old.spec as JsonObject;
  },
  resetFields: [['spec']],
};

/** A kind whose status is written through its subresource only. */
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

/** Such a kind with a generation, which follows its spec. */
export const withSpecAndStatus: Strategy = { ...withStatusOnly, generation: 'spec' };

/** A kind without a status whose removal responds with the object that was removed. */
export const returnsDeletedStrategy: Strategy = { ...genericStrategy, returnsDeletedObject: true };
