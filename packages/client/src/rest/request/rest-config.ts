import type { Clock, Transport } from '@kb/apimachinery';
import type { SharedJsonReader } from '@kb/apimachinery/codec';
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
  /** Called for every request; undefined: none. */
  readonly observe?: RequestObserver | undefined;
  /** Traces every request; undefined for none. */
  readonly tracer?: Tracer | undefined;
}
