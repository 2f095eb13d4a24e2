/**
 * The error for a successful response that is not one of the Kubernetes API. The message never quotes the body, which
 * may contain secrets.
 */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  readonly code = 'KB_UNEXPECTED_RESPONSE';
}
