/** What went wrong, for callers that act on it: see {@link ControlPlaneError}. */
export type ControlPlaneErrorCode =
  | 'NOT_FOUND'
  | 'UNSUPPORTED_PLATFORM'
  | 'GO_MISSING'
  | 'BUILD_FAILED'
  | 'COMPONENT_FAILED'
  | 'TIMEOUT'
  | 'REQUEST_FAILED';

/**
 * A failure of the machine or of a component, not a bug of this package: the message says what happened (with the tail of the failing
 * component's log) and what to do. Commands print it without a stack.
 */
export class ControlPlaneError extends Error {
  readonly code: ControlPlaneErrorCode;

  constructor(code: ControlPlaneErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ControlPlaneError';
    this.code = code;
  }
}
