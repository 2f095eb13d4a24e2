import type { invalidRequestErrorCodes } from './error-codes.ts';

/** The reason why a request is invalid. */
export type InvalidRequestErrorCode = keyof typeof invalidRequestErrorCodes;

/** The error for a call that cannot be converted to a request. Nothing was sent. */
export class InvalidRequestError extends TypeError {
  override readonly name = 'InvalidRequestError';
  readonly code: InvalidRequestErrorCode;
  constructor(code: InvalidRequestErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
