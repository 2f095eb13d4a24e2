import { type FieldError, fieldNotSupported } from '@kb/apimachinery';
import { stringOf } from '../../objects/api-object.ts';

/** A text that must be one of a few; empty is for somebody else to complain about. */
export function oneOf(value: unknown, supported: readonly string[], path: string): FieldError[] {
  const text = stringOf(value);
  return text === '' || supported.includes(text) ? [] : [fieldNotSupported(path, text, supported)];
}
