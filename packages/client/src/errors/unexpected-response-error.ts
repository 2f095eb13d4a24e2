/**
 * The server answered with success and something that is not an answer of the Kubernetes API. The message never quotes
 * the body, which may hold secrets.
 */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  readonly code = 'KB_UNEXPECTED_RESPONSE';
}
