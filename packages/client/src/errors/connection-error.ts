import { isError, memberOf } from '@kb/apimachinery';
import type { connectionErrorCodes } from './error-codes.ts';

/** The reason why there was no complete response. */
export type ConnectionErrorCode = keyof typeof connectionErrorCodes;

/** Options of a {@link ConnectionError}. */
export interface ConnectionErrorOptions extends ErrorOptions {
  /** The value of {@link ConnectionError.sent}. */
  readonly sent?: boolean | undefined;
}

/** The error of a request without a response, or with an incomplete one. Its `code` names the reason. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: ConnectionErrorCode;
  /** URL of the server. */
  readonly server: string;
  /**
   * Whether the request was sent and may have been executed. False: nothing was sent. Undefined: unknown. The message
   * includes it too.
   */
  readonly sent: boolean | undefined;
  constructor(code: ConnectionErrorCode, server: string, message: string, options?: ConnectionErrorOptions) {
    super(message, options);
    this.code = code;
    this.server = server;
    this.sent = options?.sent;
  }
}

/** Whether `error` is a lost connection, after which a read may be retried. */
export function isConnectionLost(error: unknown): boolean {
  const code = isError(error) ? memberOf(error, 'code') : undefined;
  return code === 'KB_CONNECTION_LOST' || code === 'ECONNRESET';
}
