import type { Client } from '@kb/client';
import type { Cache } from '../cache/cache.ts';

/** One cluster that a manager works with: its client and its cache. controller-runtime's cluster.Cluster. */
export interface Cluster {
  /** Empty for the manager's own cluster. */
  readonly name: string;
  readonly client: Client;
  readonly cache: Cache;
}
