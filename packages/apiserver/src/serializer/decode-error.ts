/**
 * A body that does not fit its type. The message is what Go's decoder says; who asked puts the envelope around it
 * (`Deployment in version "v1" cannot be handled as a Deployment: …`).
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
