import type { JsonValue } from '@kb/apimachinery';
import type { Decoder } from './decode-context.ts';

/**
 * How Go decodes a JSON value into one of its types and encodes it again: the shape that kube-apiserver stores and
 * serves. Decoding drops unknown fields, refuses values that do not fit, puts fields in Go's order, leaves out empty
 * fields, adds those that Go always writes (`status: {}`), and gives quantities and times their canonical form.
 * Decoding the result again changes nothing.
 */
export interface GoType extends Decoder {
  /** The name in Go's errors: `[]v1.ContainerPort`. */
  readonly name: string;
  /** Returns the encoding of an absent value, for fields that are written even then. */
  zero(): JsonValue;
  /** Whether Go's `omitempty` leaves a decoded value out. */
  isEmpty(value: JsonValue): boolean;
  /**
   * Whether an absent value is encoded although the field has `omitempty`: true for Go's structs, which are never
   * empty.
   */
  readonly alwaysWritten: boolean;
}
