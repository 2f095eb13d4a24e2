import type { Client } from '../client.ts';
import { changeOptions, same } from './change-options.ts';

/**
 * Wraps a client so that all its writes are dry runs, including those of subresources, like controller-runtime's
 * NewDryRunClient.
 */
export function dryRunClient(client: Client): Client {
  return changeOptions(client, {
    read: same,
    write: (options) => ({ ...options, dryRun: true }),
    apply: (options) => ({ ...options, dryRun: true }),
    delete: (options) => ({ ...options, dryRun: true }),
  });
}
