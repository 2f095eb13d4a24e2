import type { Client } from '../client.ts';
import type { WriteOptions } from '../call-options.ts';
import { changeOptions, same } from './change-options.ts';

/**
 * A client with which the server treats unknown and duplicate fields like this, unless a call says otherwise. Applies
 * are left out: the server is always strict there. controller-runtime's WithFieldValidation.
 */
export function withFieldValidation(
  client: Client,
  fieldValidation: NonNullable<WriteOptions['fieldValidation']>,
): Client {
  return changeOptions(client, {
    read: same,
    write: (options) => ({ fieldValidation, ...options }),
    apply: same,
    delete: same,
  });
}
