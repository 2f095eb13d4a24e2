import type { Client } from '../client.ts';
import type { WriteOptions } from '../call-options.ts';
import { changeOptions, same } from './change-options.ts';

/**
 * Wraps a client to set how the server handles unknown and duplicate fields, unless a call sets it. Does not change
 * applies, which are always strict. Like controller-runtime's WithFieldValidation.
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
