import type { Clock } from '@kb/apimachinery';
import type { Client } from '@kb/client';

/** The cluster that the pages show, and what is known of the connection to it. */
export interface ClusterAccess {
  readonly client: Client;
  readonly clock: Clock;
  /** Called with whether the API server answered. */
  readonly onAnswer: (answered: boolean) => void;
}
