import type { Client } from '../client.ts';
import { changeOptions, same } from './change-options.ts';

/**
 * Wraps a client to write as this field manager, unless a call sets another one, like controller-runtime's
 * WithFieldOwner.
 */
export function withFieldOwner(client: Client, fieldManager: string): Client {
  return changeOptions(client, {
    read: same,
    write: (options) => ({ fieldManager, ...options }),
    apply: (options) => ({ fieldManager, ...options }),
    // Deletes have no field manager.
    delete: same,
  });
}
