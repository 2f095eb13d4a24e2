import type { streamErrorCodes } from './error-codes.ts';

/** The reason why a stream to a container ended early. */
export type StreamErrorCode = keyof typeof streamErrorCodes;

/** The error of a stream to a container (exec, attach, port-forward) that the server did not refuse. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
  readonly code: StreamErrorCode;
  constructor(code: StreamErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
