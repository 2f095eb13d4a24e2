import type { JsonValue } from '../../json.ts';
import { isInt64 } from './int64.ts';
import { isJsonInteger } from './validate-number.ts';

/** The types that a schema allows. */
export interface TypeRule {
  /** Empty: any type. Two for an int-or-string. */
  readonly types: readonly string[];
  /** Empty: no format, or one that is not validated. */
  readonly format: string;
  readonly nullable: boolean;
}

/** A type error: the type or format that the schema requires, and that of the value. */
export interface TypeMismatch {
  readonly want: string;
  readonly actual: string;
}

/** Compares a value's type with a schema's; undefined when it fits. */
export function findTypeMismatch({ types, format, nullable }: TypeRule, value: JsonValue): TypeMismatch | undefined {
  const type = typeOf(value);
  if (type === 'null') return types.length > 0 && !nullable ? { want: types.join(','), actual: type } : undefined;
  const isWholeFloat = type === 'number' && types.includes('integer') && isJsonInteger(Number(value));
  const fits = types.includes(type) || isWholeFloat || (type === 'integer' && types.includes('number'));
  const isText = type === 'string' || type === 'array';
  if (!isText && format !== '' && !fits) {
    // Reports the format instead of the type, for the schema and for the value.
    const actual = type === 'integer' ? 'int64' : type === 'number' ? 'float64' : '';
    if (actual !== format) return { want: format, actual };
  }
  // Upstream leaves strings (and, by mistake, lists) to the format check.
  const leftToFormat = isText && format !== '' && !types.includes('number') && !types.includes('integer');
  return leftToFormat || fits ? undefined : { want: types.join(','), actual: type };
}

/** The name of a value's type in messages. */
function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' || typeof value === 'bigint') return isInt64(value) ? 'integer' : 'number';
  return typeof value;
}
