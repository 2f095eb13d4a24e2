import type { HttpRequest } from '@kb/apimachinery';
import type { CallOptions } from '../../call-options.ts';
import { ConnectionError } from '../../errors/connection-error.ts';

/** A request over all attempts to send it. */
export interface Sending {
  /** As transports take it: its `beforeSend` tells the caller's about the attempt. */
  readonly request: HttpRequest;
  /**
   * An attempt was answered. Throws a TypeError when the transport did not call `beforeSend`: then nothing fences what
   * it sends.
   */
  answered(status: number): void;
  /** An attempt failed: the error for the caller, which says whether this attempt or one before it was sent. */
  failed(error: unknown): unknown;
}

/** Follows a request from attempt to attempt. */
export function createSending(request: HttpRequest, beforeSend: CallOptions['beforeSend']): Sending {
  /** Whether an attempt that is over may have been carried out. */
  let sentBefore = false;
  let asked = false;
  return {
    request: beforeSend
      ? {
          ...request,
          beforeSend: () => {
            asked = true;
            beforeSend({ sentBefore });
          },
        }
      : request,
    answered: (status) => {
      if (beforeSend && !asked) throw new TypeError(unaskedMessage(request));
      asked = false;
      sentBefore ||= !refusals.has(status);
    },
    failed: (error) => {
      asked = false;
      if (!(error instanceof ConnectionError)) return error;
      if (!sentBefore) sentBefore = error.sent !== false;
      else if (error.sent === false) return sentEarlier(error);
      return error;
    },
  };
}

/** Answers of servers that have not begun with a request: unauthorized, too many requests. */
const refusals: ReadonlySet<number> = new Set([401, 429]);

const sentEarlier = (error: ConnectionError): ConnectionError =>
  new ConnectionError(error.code, error.server, `${error.message}; an earlier attempt was sent`, {
    cause: error,
    sent: true,
  });

const unaskedMessage = ({ method, path }: HttpRequest): string =>
  `the transport answered ${method} ${path} and did not call the request's beforeSend, so nothing held the request back: a transport hands on requests with all of their fields, or calls beforeSend itself in the turn of the event loop in which it sends (directTransport of @kb/apimachinery does)`;
