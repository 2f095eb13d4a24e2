import {
  canonicalQuantity,
  formatDuration,
  formatMicroTime,
  formatTime,
  type JsonValue,
  parseDuration,
  parseTime,
  QuantityError,
} from '@kb/apimachinery';
import { quoteString, sortedJson, stringifyJson } from '@kb/apimachinery/codec';
import type { TypeName } from '@kb/kubernetes/data';
import { DecodeError } from './decode-error.ts';
import { anyType } from './go-scalars.ts';
import type { GoType } from './go-type.ts';

/** Returns a type that encodes itself in Go, by its name in the data file; undefined for all others. */
export function wellKnownType(name: TypeName): GoType | undefined {
  return wellKnown[name];
}

const TIME_LAYOUT = '2006-01-02T15:04:05Z07:00';
const MICRO_TIME_LAYOUT = '2006-01-02T15:04:05.000000Z07:00';

const time = textType('v1.Time', null, (text) => {
  const instant = parseTime(text);
  if (instant === undefined) throw timeError(text, TIME_LAYOUT);
  return formatTime(instant);
});

const microTime = textType('v1.MicroTime', null, (text) => {
  const instant = parseTime(text);
  if (instant === undefined || !/\.\d{6}(?:Z|[-+])/.test(text)) throw timeError(text, MICRO_TIME_LAYOUT);
  return formatMicroTime(instant);
});

const duration = textType('v1.Duration', '0s', (text) => {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) throw new DecodeError(`time: invalid duration ${quoteString(text)}`);
  return formatDuration(milliseconds);
});

const quantity: GoType = {
  name: 'resource.Quantity',
  decode: (value, context) => {
    if (value === null) return '0';
    if (typeof value === 'number' && !Number.isFinite(value)) throw context.mismatch(value, 'float64', 'float64');
    try {
      return canonicalQuantity(typeof value === 'string' ? value.trim() : stringifyJson(value));
    } catch (error) {
      if (error instanceof QuantityError) throw new DecodeError(error.message, { cause: error });
      throw error;
    }
  },
  zero: () => '0',
  isEmpty: () => false,
  alwaysWritten: true,
};

const intOrString: GoType = {
  name: 'intstr.IntOrString',
  decode: (value, context) => {
    if (value === null) return 0;
    if (
      typeof value === 'string' ||
      (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 && !context.isOddInteger)
    )
      return value;
    if (context.fromMap || typeof value !== 'number') throw context.mismatch(value, 'int32', 'json');
    throw context.mismatch(value, 'int32', 'int32');
  },
  zero: () => 0,
  isEmpty: () => false,
  alwaysWritten: true,
};

/** Raw JSON in a struct of its own: if absent, it is written as null where the field is written at all. */
const raw: GoType = {
  ...anyType,
  name: 'runtime.RawExtension',
  isEmpty: () => false,
  alwaysWritten: true,
};

const fieldsV1: GoType = { ...anyType, name: 'v1.FieldsV1' };

const wellKnown: { readonly [name: TypeName]: GoType } = {
  'meta/v1.Time': time,
  'meta/v1.MicroTime': microTime,
  'meta/v1.Duration': duration,
  'meta/v1.FieldsV1': fieldsV1,
  'resource.Quantity': quantity,
  'intstr.IntOrString': intOrString,
  'runtime.RawExtension': raw,
  'apiextensions/v1.JSON': {
    ...anyType,
    name: 'v1.JSON',
    decode: (value, context) => {
      context.checkRaw(value, true);
      // Upstream reads it into maps, and writes these sorted.
      return sortedJson(value);
    },
  },
};

/** Returns the type of a string with a canonical form. It is a struct in Go, and therefore never empty. */
function textType(name: string, zero: JsonValue, canonical: (text: string) => string): GoType {
  return {
    name,
    decode: (value, context) => {
      if (value === null) return zero;
      if (typeof value !== 'string') throw context.mismatch(value, 'string', 'json');
      return canonical(value);
    },
    zero: () => zero,
    isEmpty: () => false,
    alwaysWritten: true,
  };
}

function timeError(text: string, layout: string): DecodeError {
  const [unparsed, expected] = unparsedPart(text, layout);
  return new DecodeError(
    `parsing time ${quoteString(text)} as "${layout}": cannot parse ${quoteString(unparsed)} as ${quoteString(expected)}`,
  );
}

const timeParts: readonly (readonly [pattern: RegExp, layout: string])[] = [
  [/^\d{4}/, '2006'],
  [/^-/, '-'],
  [/^(?:0[1-9]|1[0-2])/, '01'],
  [/^-/, '-'],
  [/^\d{2}/, '02'],
  [/^T/, 'T'],
  [/^\d{2}/, '15'],
  [/^:/, ':'],
  [/^\d{2}/, '04'],
  [/^:/, ':'],
  [/^\d{2}/, '05'],
];

/** Returns where Go's parser stops: the rest of the string, and the part of the layout that it does not fit. */
function unparsedPart(text: string, layout: string): [rest: string, expected: string] {
  let rest = text;
  for (const [pattern, part] of timeParts) {
    const found = pattern.exec(rest);
    if (!found) return [rest, part];
    rest = rest.slice(found[0].length);
  }
  return [rest, layout === MICRO_TIME_LAYOUT ? '.000000' : 'Z07:00'];
}
