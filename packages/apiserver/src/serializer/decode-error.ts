import type { JsonValue } from '@kb/apimachinery';

/** A value that does not fit a Go type. */
export interface TypeMismatch {
  readonly value: JsonValue;
  /** As Go's errors print it. */
  readonly goType: string;
}

/**
 * A body that does not fit its type. The message is what Go's decoder says; who asked puts the envelope around it
 * (`Deployment in version "v1" cannot be handled as a Deployment: …`).
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  /** Absent where the type is right and the value is not (a malformed quantity). */
  readonly mismatch: TypeMismatch | undefined;
  constructor(message: string, options: ErrorOptions & { readonly mismatch?: TypeMismatch } = {}) {
    super(message, options);
    this.mismatch = options.mismatch;
  }
}
