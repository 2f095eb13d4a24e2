/** The kinds of failure, for callers that handle them: see {@link ControlPlaneError}. */
export type ControlPlaneErrorCode =
  | 'KB_CONTROL_PLANE_NOT_FOUND'
  | 'KB_UNSUPPORTED_PLATFORM'
  | 'KB_GO_MISSING'
  | 'KB_BUILD_FAILED'
  | 'KB_COMPONENT_FAILED'
  | 'KB_TIMEOUT'
  | 'KB_REQUEST_FAILED';

/**
 * A failure of the machine or of a component, not a bug of this package: the message describes the failure (with the
 * tail of the failing component's log) and the remedy. Commands print it without a stack.
 */
export class ControlPlaneError extends Error {
  readonly code: ControlPlaneErrorCode;

  constructor(code: ControlPlaneErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ControlPlaneError';
    this.code = code;
  }
}
