import { type FieldError, fieldNotSupported } from '@kb/apimachinery';
import { stringOf } from '../../objects/api-object.ts';

/** Validates that a string is one of a few. Empty strings are left to other checks. */
export function oneOf(value: unknown, supported: readonly string[], path: string): FieldError[] {
  const text = stringOf(value);
  return text === '' || supported.includes(text) ? [] : [fieldNotSupported(path, text, supported)];
}
