import type { JsonValue } from '@kb/apimachinery';
import type { Decoder } from './decode-context.ts';

/**
 * How Go decodes a JSON value into one of its types and encodes it again: the shape that kube-apiserver stores and
 * serves. Decoding drops unknown fields, refuses what does not fit, puts fields in Go's order, leaves out what is empty
 * and writes what Go always writes (`status: {}`), and gives quantities and times their canonical form. Decoding twice
 * gives the same as decoding once.
 */
export interface GoType extends Decoder {
  /** As Go's errors print it: `[]v1.ContainerPort`. */
  readonly name: string;
  /** What a value that is not given is encoded as, where it is encoded. */
  zero(): JsonValue;
  /** Whether Go's `omitempty` leaves a decoded value out. */
  isEmpty(value: JsonValue): boolean;
  /**
   * Whether a value that is not given is encoded though the field says `omitempty`: Go's structs, which are never
   * empty.
   */
  readonly alwaysWritten: boolean;
}
