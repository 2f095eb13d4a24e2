/**
 * The error of a body that does not fit its type. The message is that of Go's decoder; the caller adds the context
 * (`Deployment in version "v1" cannot be handled as a Deployment: …`).
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
