import { formatFloat } from '../../codec/go-format.ts';
import { parseDurationNanoseconds } from '../../time/duration.ts';
import { intRange, integer, integerOfDouble, uintRange } from './integer.ts';
import { parseFloat64 } from './parse-float.ts';
import { durationOf, formatDurationSeconds, formatTimestamp, parseTimestamp, timestampOf } from './time.ts';
import { type CelError, type CelValue, celError, double, isInt, isKind, typeNameOf, uint } from './value.ts';
import { spend } from './work.ts';

/** The name of a type to which values are converted by functions. */
export type ConvertedType =
  'bool' | 'bytes' | 'double' | 'google.protobuf.Duration' | 'google.protobuf.Timestamp' | 'int' | 'string' | 'uint';

/** The nanoseconds that it takes to read a character or a byte. */
const READ_WORK = 2;

/** Converts a value, as the function of the type's name does. An error if it cannot be converted. */
export function convert(value: CelValue, to: ConvertedType): CelValue {
  if (typeof value === 'string' || value instanceof Uint8Array) spend(value.length * READ_WORK);
  return conversions[to](value) ?? conversionError(value, to);
}

function conversionError(value: CelValue, to: string): CelError {
  if (isKind(value, 'error')) return value;
  return celError(`type conversion error from '${typeNameOf(value)}' to '${to}'`);
}

/** Each gives undefined for what it does not convert. */
const conversions: Readonly<Record<ConvertedType, (value: CelValue) => CelValue | undefined>> = {
  bool: toBool,
  bytes: toBytes,
  double: toDouble,
  'google.protobuf.Duration': toDuration,
  'google.protobuf.Timestamp': toTimestamp,
  int: toInt,
  string: toText,
  uint: toUint,
};

function toBool(value: CelValue): CelValue | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (/^(?:1|t|T|true|TRUE|True)$/.test(value)) return true;
  return /^(?:0|f|F|false|FALSE|False)$/.test(value) ? false : undefined;
}

function toBytes(value: CelValue): CelValue | undefined {
  if (value instanceof Uint8Array) return value;
  return typeof value === 'string' ? new TextEncoder().encode(value) : undefined;
}

function toDouble(value: CelValue): CelValue | undefined {
  if (isInt(value)) return double(Number(value));
  if (isKind(value, 'uint')) return double(Number(value.value));
  if (isKind(value, 'double')) return value;
  const parsed = typeof value === 'string' ? parseFloat64(value) : undefined;
  return parsed === undefined ? undefined : double(parsed);
}

function toDuration(value: CelValue): CelValue | undefined {
  if (isKind(value, 'duration')) return value;
  const nanoseconds = typeof value === 'string' ? parseDurationNanoseconds(value) : undefined;
  return nanoseconds === undefined ? undefined : durationOf(nanoseconds);
}

function toTimestamp(value: CelValue): CelValue | undefined {
  if (isInt(value)) return timestampOf(Number(value));
  if (isKind(value, 'timestamp')) return value;
  return typeof value === 'string' ? parseTimestamp(value) : undefined;
}

function toInt(value: CelValue): CelValue | undefined {
  if (isInt(value)) return value;
  if (typeof value === 'string') return parseInteger(value, /^[-+]?\d+$/, intRange);
  if (isKind(value, 'uint')) return value.value > intRange.most ? intRange.overflow : value.value;
  if (isKind(value, 'double')) return integerOfDouble(value.value, intRange);
  if (isKind(value, 'duration')) return integer(value.nanoseconds);
  return isKind(value, 'timestamp') ? value.seconds : undefined;
}

function toUint(value: CelValue): CelValue | undefined {
  if (isKind(value, 'uint')) return value;
  if (isInt(value)) return value < 0 ? uintRange.overflow : uint(value);
  const found =
    typeof value === 'string'
      ? parseInteger(value, /^\d+$/, uintRange)
      : isKind(value, 'double')
        ? integerOfDouble(value.value, uintRange)
        : undefined;
  return found === undefined || typeof found === 'object' ? found : uint(found);
}

/** Longer texts of digits are not turned into numbers: that takes more than linear time. */
const MOST_DIGITS = 20;

function parseInteger(text: string, shape: RegExp, range: typeof intRange): number | bigint | undefined {
  if (!shape.test(text)) return undefined;
  const digits = text.replace(/^[-+]?0*/, '');
  if (digits.length > MOST_DIGITS) return undefined;
  const value = BigInt(digits === '' ? 0 : digits) * (text.startsWith('-') ? -1n : 1n);
  return value < range.least || value > range.most ? undefined : integer(value);
}

function toText(value: CelValue): CelValue | undefined {
  if (typeof value !== 'object') return String(value);
  if (value === null) return 'null';
  if (value instanceof Uint8Array) return decodeUtf8(value);
  switch (value.kind) {
    case 'double':
      return formatFloat(value.value);
    case 'uint':
      return String(value.value);
    case 'duration':
      return formatDurationSeconds(value.nanoseconds);
    case 'timestamp':
      return formatTimestamp(value);
    case 'type':
      return value.name;
    default:
      return undefined;
  }
}

function decodeUtf8(bytes: Uint8Array): string | CelError {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return celError('invalid UTF-8 in bytes, cannot convert to string');
  }
}
