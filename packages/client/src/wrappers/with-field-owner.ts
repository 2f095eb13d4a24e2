import type { Client } from '../client.ts';
import { changeOptions, same } from './change-options.ts';

/** A client that writes as this field manager, unless a call names another one. controller-runtime's WithFieldOwner. */
export function withFieldOwner(client: Client, fieldManager: string): Client {
  return changeOptions(client, {
    read: same,
    write: (options) => ({ fieldManager, ...options }),
    apply: (options) => ({ fieldManager, ...options }),
    // A delete owns nothing.
    delete: same,
  });
}
