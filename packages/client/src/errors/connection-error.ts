import { isError, memberOf } from '@kb/apimachinery';

/** Why no answer came. */
export type ConnectionErrorCode =
  /** Nothing listens there. */
  | 'KB_CONNECTION_REFUSED'
  /** The connection broke before the answer was complete. */
  | 'KB_CONNECTION_LOST'
  /** No connection within the time for it. */
  | 'KB_CONNECTION_TIMEOUT'
  /** The server took the request, and then nothing came for longer than it works on one. */
  | 'KB_ANSWER_TIMEOUT'
  /** The host's name has no address. */
  | 'KB_HOST_NOT_FOUND'
  /** No way to the host's network. */
  | 'KB_HOST_UNREACHABLE'
  /** The server's certificate is signed by nobody that is trusted, out of date, or another name's. */
  | 'KB_CERTIFICATE_REJECTED'
  /** The two sides found no common way to talk TLS, or the other side talks none. */
  | 'KB_TLS_FAILED'
  /** The transport was closed. */
  | 'KB_TRANSPORT_CLOSED'
  /** Anything else; the cause says what. */
  | 'KB_CONNECTION_FAILED';

/** What a {@link ConnectionError} knows beside its message. */
export interface ConnectionErrorOptions extends ErrorOptions {
  /** As {@link ConnectionError.sent}. */
  readonly sent?: boolean | undefined;
}

/** No answer came from the server, or not all of it. Told apart by its `code`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: ConnectionErrorCode;
  /** URL of the server. */
  readonly server: string;
  /** Whether the request may have reached the server, and been carried out. False: nothing of it was sent. Undefined: that is not known. The message says it too. */
  readonly sent: boolean | undefined;
  constructor(code: ConnectionErrorCode, server: string, message: string, options?: ConnectionErrorOptions) {
    super(message, options);
    this.code = code;
    this.server = server;
    this.sent = options?.sent;
  }
}

/** Whether `error` says that a connection broke on the way, so that what only reads may be asked again. */
export function isConnectionLost(error: unknown): boolean {
  const code = isError(error) ? memberOf(error, 'code') : undefined;
  return code === 'KB_CONNECTION_LOST' || code === 'ECONNRESET';
}
