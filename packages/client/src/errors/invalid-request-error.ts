import type { invalidRequestErrorCodes } from './error-codes.ts';

/** Why a request cannot be made. */
export type InvalidRequestErrorCode = keyof typeof invalidRequestErrorCodes;

/** A call that cannot be turned into a request. Nothing was sent. */
export class InvalidRequestError extends TypeError {
  override readonly name = 'InvalidRequestError';
  readonly code: InvalidRequestErrorCode;
  constructor(code: InvalidRequestErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
