import type { Clock, Transport } from '@kb/apimachinery';

/** What every request of one client shares. */
export interface RestConfig {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Manager of every write that names none. */
  readonly fieldManager: string;
  readonly userAgent: string;
  readonly onWarning: ((text: string) => void) | undefined;
}
