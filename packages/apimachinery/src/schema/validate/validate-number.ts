import { formatFloat, formatNumber } from '../../codec/go-format.ts';
import { type FieldError, fieldInvalid } from '../../field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { effectiveFormat } from '../string-formats.ts';
import type { ValidationPath } from './validation-result.ts';

/**
 * Whether the API server holds a number as an integer of 64 bits: integer literals that fit. Everything else is a float
 * of 64 bits.
 */
export function isInt64(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT32 = -(2n ** 31n);
const MAX_INT32 = 2n ** 31n - 1n;
/** The smallest float that rounds past the largest float of 32 bits. */
const FLOAT32_LIMIT = 2 ** 128 - 2 ** 103;

/** Validates a number: range of the type, multipleOf, minimum, maximum, in this order. */
export function validateNumber(schema: JsonSchemaProps, value: number | bigint, path: ValidationPath): FieldError[] {
  const errors: FieldError[] = [];
  const range = rangeOf(schema);
  const outOfRange = (what: string): void => {
    errors.push(
      fieldInvalid(path.whole, '', `${what} value must be of type ${range.type} ${range.format} in ${path.name}`),
    );
  };
  if (!range.includes(value)) outOfRange('Checked');

  if (schema.multipleOf !== undefined) {
    const fits = range.includes(schema.multipleOf);
    if (!fits) outOfRange('MultipleOf');
    errors.push(...multipleOfErrors(value, schema.multipleOf, fits && isInt64(value), path));
  }
  for (const { limit, exclusive, what, isBroken, words } of boundsOf(schema)) {
    if (limit === undefined) continue;
    const fits = range.includes(limit);
    if (!fits) outOfRange(what);
    // Integers are compared with the whole part of the limit.
    const asInteger = fits && isInt64(value);
    const compared = asInteger ? toInt64(limit) : limit;
    if (!isBroken(value, compared)) continue;
    const shown = typeof compared === 'bigint' ? compared.toString() : formatFloat(compared);
    errors.push(
      fieldInvalid(path.field(), value, `${path.name} in body should be ${words[exclusive ? 1 : 0]} ${shown}`),
    );
  }
  return errors;
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
      includes: (value) =>
        (typeof value === 'bigint' || Number.isInteger(value)) && BigInt(value) >= min && BigInt(value) <= max,
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

function multipleOfErrors(
  value: number | bigint,
  factor: number,
  asInteger: boolean,
  path: ValidationPath,
): FieldError[] {
  const divisor = asInteger ? toInt64(factor) : factor;
  if (divisor <= 0) {
    return [
      fieldInvalid(
        path.field(),
        divisor,
        `factor MultipleOf declared for ${path.name} must be positive: ${formatLimit(divisor)}`,
      ),
    ];
  }
  const isMultiple =
    typeof divisor === 'bigint'
      ? BigInt(value) % divisor === 0n
      : isJsonInteger(divisor < 1 ? (1 / divisor) * Number(value) : Number(value) / divisor);
  return isMultiple
    ? []
    : [fieldInvalid(path.field(), value, `${path.name} in body should be a multiple of ${formatLimit(divisor)}`)];
}

const formatLimit = (limit: number | bigint): string =>
  typeof limit === 'bigint' ? formatNumber(limit) : formatFloat(limit);

/** The whole part of a limit, as an integer of 64 bits. */
function toInt64(limit: number): bigint {
  if (limit >= 2 ** 63) return MAX_INT64;
  return limit <= -(2 ** 63) ? MIN_INT64 : BigInt(Math.trunc(limit));
}

/** Whether a float counts as an integer: whole, or within a rounding error of it; not past 2^53. */
export function isJsonInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.trunc(value);
  if (value === whole) return true;
  // Upstream's relative error is against the whole part, and only taken of positive values.
  return whole > 0 && (value - whole) / (value + whole) < 1e-9;
}
