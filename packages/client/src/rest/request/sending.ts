import type { HttpRequest } from '@kb/apimachinery';
import type { CallOptions } from '../../call-options.ts';
import { ConnectionError } from '../../errors/connection-error.ts';

/** All attempts to send one request. */
export interface Sending {
  /** The request for the transport. Its `beforeSend` calls the caller's. */
  readonly request: HttpRequest;
  /**
   * Called after a response. Throws a TypeError if the transport did not call `beforeSend`, because its writes are not
   * fenced then.
   */
  answered(status: number): void;
  /**
   * Called after a failed attempt. Returns the error for the caller, which says whether this attempt or an earlier one
   * was sent.
   */
  failed(error: unknown): unknown;
}

/** Tracks the attempts to send a request. */
export function createSending(request: HttpRequest, beforeSend: CallOptions['beforeSend']): Sending {
  /** Whether an earlier attempt may have been executed. */
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

/** Statuses of requests that the server has not executed: unauthorized, too many requests. */
const refusals: ReadonlySet<number> = new Set([401, 429]);

const sentEarlier = (error: ConnectionError): ConnectionError =>
  new ConnectionError(error.code, error.server, `${error.message}; an earlier attempt was sent`, {
    cause: error,
    sent: true,
  });

const unaskedMessage = ({ method, path }: HttpRequest): string =>
  `the transport answered ${method} ${path} and did not call the request's beforeSend, so nothing held the request back: a transport hands on requests with all of their fields, or calls beforeSend itself in the turn of the event loop in which it sends (directTransport of @kb/apimachinery does)`;
