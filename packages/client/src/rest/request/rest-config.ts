import type { Clock, SharedJsonReader, Transport } from '@kb/apimachinery';
import type { RequestObserver } from '../../observe/request-observer.ts';
import type { Tracer } from '../../observe/tracer.ts';

/** What every request of one client shares. */
export interface RestConfig {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Manager of every write that names none. */
  readonly fieldManager: string;
  readonly userAgent: string;
  /** Reads what will only be read. */
  readonly sharedReader: SharedJsonReader;
  readonly onWarning: ((text: string) => void) | undefined;
  /** Told about every request; undefined for nobody. */
  readonly observe?: RequestObserver | undefined;
  /** Traces every request; undefined for none. */
  readonly tracer?: Tracer | undefined;
}
