import { formatFloat } from '../../codec/go-format.ts';
import { type FieldError, fieldInvalid } from '../../field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { effectiveFormat } from '../string-formats.ts';
import { isInt64, MAX_INT64, MIN_INT64, toInt64, wholeDigits } from './int64.ts';
import type { ValidationPath } from './validation-result.ts';

const MIN_INT32 = -(2n ** 31n);
const MAX_INT32 = 2n ** 31n - 1n;
/** The smallest float that rounds past the largest float of 32 bits. */
const FLOAT32_LIMIT = 2 ** 128 - 2 ** 103;

/**
 * Validates a number: range of the type, multipleOf, minimum, maximum, in this order. `add` takes functions that make
 * the errors.
 */
export function validateNumber(
  schema: JsonSchemaProps,
  value: number | bigint,
  path: ValidationPath,
  add: (make: () => FieldError) => void,
): void {
  const range = rangeOf(schema);
  const outOfRange = (what: string): void => {
    add(() =>
      fieldInvalid(path.whole, '', `${what} value must be of type ${range.type} ${range.format} in ${path.name}`),
    );
  };
  if (!range.includes(value)) outOfRange('Checked');

  if (schema.multipleOf !== undefined) {
    const fits = range.includes(schema.multipleOf);
    if (!fits) outOfRange('MultipleOf');
    validateMultipleOf(comparable(value, schema.multipleOf, fits), path, add);
  }
  for (const { limit, exclusive, what, isBroken, words } of boundsOf(schema)) {
    if (limit === undefined) continue;
    const fits = range.includes(limit);
    if (!fits) outOfRange(what);
    const pair = comparable(value, limit, fits);
    if (!isBroken(pair.value, pair.limit)) continue;
    add(() =>
      invalid(path, pair.value, `${path.name} in body should be ${words[exclusive ? 1 : 0]} ${show(pair.limit)}`),
    );
  }
}

/** A value and a limit: both integers of 64 bits, or both floats. */
type Comparable =
  | { readonly isWhole: true; readonly value: bigint; readonly limit: bigint }
  | { readonly isWhole: false; readonly value: number; readonly limit: number };

/** An integer is compared with the whole part of a limit that fits the type, every other number as a float. */
function comparable(value: number | bigint, limit: number, fits: boolean): Comparable {
  return fits && isInt64(value)
    ? { isWhole: true, value: BigInt(value), limit: toInt64(limit) }
    : { isWhole: false, value: Number(value), limit };
}

const show = (value: number | bigint): string => (typeof value === 'bigint' ? String(value) : formatFloat(value));

function invalid(path: ValidationPath, value: number | bigint, detail: string): FieldError {
  return {
    type: 'FieldValueInvalid',
    field: path.field(),
    message: `Invalid value: ${show(value)}: ${detail}`,
  };
}

/** Checks the range of a schema's type and format; only for numeric types. */
function rangeOf(schema: JsonSchemaProps): {
  type: string;
  format: string;
  includes: (value: number | bigint) => boolean;
} {
  const type = schema['x-kubernetes-int-or-string'] ? '' : schema.type;
  const format = effectiveFormat(schema);
  const shown = format === '' ? '(default format)' : `with format ${format}`;
  if (type === 'integer') {
    const [min, max] = format === 'int32' ? [MIN_INT32, MAX_INT32] : [MIN_INT64, MAX_INT64];
    return {
      type,
      format: shown,
      includes: (value) => {
        const digits = wholeDigits(value);
        return digits !== undefined && digits >= min && digits <= max;
      },
    };
  }
  if (type === 'number' && format === 'float') {
    return { type, format: shown, includes: (value) => Math.abs(Number(value)) < FLOAT32_LIMIT };
  }
  return { type: 'number', format: shown, includes: () => true };
}

interface Bound {
  readonly limit: number | undefined;
  readonly exclusive: boolean;
  readonly what: string;
  readonly isBroken: (value: number | bigint, limit: number | bigint) => boolean;
  /** For inclusive and exclusive limits. */
  readonly words: readonly [string, string];
}

function boundsOf(schema: JsonSchemaProps): Bound[] {
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema;
  return [
    {
      limit: minimum,
      exclusive: exclusiveMinimum,
      what: 'Minimum boundary',
      isBroken: (value, limit) => (exclusiveMinimum ? value <= limit : value < limit),
      words: ['greater than or equal to', 'greater than'],
    },
    {
      limit: maximum,
      exclusive: exclusiveMaximum,
      what: 'Maximum boundary',
      isBroken: (value, limit) => (exclusiveMaximum ? value >= limit : value > limit),
      words: ['less than or equal to', 'less than'],
    },
  ];
}

function validateMultipleOf(pair: Comparable, path: ValidationPath, add: (make: () => FieldError) => void): void {
  const { value, limit } = pair;
  if (limit <= 0)
    add(() => invalid(path, limit, `factor MultipleOf declared for ${path.name} must be positive: ${show(limit)}`));
  else if (!isMultiple(pair))
    add(() => invalid(path, value, `${path.name} in body should be a multiple of ${show(limit)}`));
}

function isMultiple(pair: Comparable): boolean {
  if (pair.isWhole) return pair.value % pair.limit === 0n;
  return isJsonInteger(pair.limit < 1 ? (1 / pair.limit) * pair.value : pair.value / pair.limit);
}

/** Whether a float counts as an integer: whole, or within a rounding error of it; not past 2^53. */
export function isJsonInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.trunc(value);
  if (value === whole) return true;
  // Upstream's relative error is against the whole part, and only taken of positive values.
  return whole > 0 && (value - whole) / (value + whole) < 1e-9;
}
