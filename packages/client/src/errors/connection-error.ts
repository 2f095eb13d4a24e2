import { isError, memberOf } from '@kb/apimachinery';
import type { connectionErrorCodes } from './error-codes.ts';

/** Why no answer came. */
export type ConnectionErrorCode = keyof typeof connectionErrorCodes;

/** What a {@link ConnectionError} knows beside its message. */
export interface ConnectionErrorOptions extends ErrorOptions {
  /** As {@link ConnectionError.sent}. */
  readonly sent?: boolean | undefined;
}

/** No answer came from the server, or not all of it. Its `code` says what happened. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: ConnectionErrorCode;
  /** URL of the server. */
  readonly server: string;
  /**
   * Whether the request may have reached the server, and been carried out. False: nothing of it was sent. Undefined:
   * that is not known. The message says it too.
   */
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
