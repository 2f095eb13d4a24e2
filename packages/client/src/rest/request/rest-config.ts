import type { Clock, Transport } from '@kb/apimachinery';
import type { SharedJsonReader } from '@kb/apimachinery/codec';
import type { RequestObserver } from '../../observe/request-observer.ts';
import type { Tracer } from '../../observe/tracer.ts';

/** The settings that all requests of a client share. */
export interface RestConfig {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The field manager of writes that set none. */
  readonly fieldManager: string;
  readonly userAgent: string;
  /** The JSON reader for `readOnly` requests. */
  readonly sharedReader: SharedJsonReader;
  readonly onWarning: ((text: string) => void) | undefined;
  /** Called for every request; undefined: none. */
  readonly observe?: RequestObserver | undefined;
  /** Traces every request; undefined for none. */
  readonly tracer?: Tracer | undefined;
}
