import type { Client } from '../client.ts';
import { changeOptions, same } from './change-options.ts';

/**
 * A client whose writes are checked by the server and stored by nobody: every verb, subresources too.
 * controller-runtime's NewDryRunClient.
 */
export function dryRunClient(client: Client): Client {
  return changeOptions(client, {
    read: same,
    write: (options) => ({ ...options, dryRun: true }),
    apply: (options) => ({ ...options, dryRun: true }),
    delete: (options) => ({ ...options, dryRun: true }),
  });
}
