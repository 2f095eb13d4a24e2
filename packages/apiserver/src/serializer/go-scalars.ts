import type { JsonValue } from '@kb/apimachinery';
import type { ScalarName } from '@kb/kubernetes/data';
import { toBase64 } from './base64.ts';
import { DecodeError } from './decode-error.ts';
import type { GoType } from './go-type.ts';

const integerRanges = new Map<string, readonly [number | bigint, number | bigint]>([
  ['int8', [-128, 127]],
  ['int16', [-32768, 32767]],
  ['int32', [-2147483648, 2147483647]],
  ['int64', [-(2n ** 63n), 2n ** 63n - 1n]],
  ['int', [-(2n ** 63n), 2n ** 63n - 1n]],
  ['uint8', [0, 255]],
  ['uint16', [0, 65535]],
  ['uint32', [0, 4294967295]],
  ['uint64', [0, 2n ** 64n - 1n]],
  ['uint', [0, 2n ** 64n - 1n]],
]);

const types = new Map<ScalarName, GoType>();

/** Returns the type of a Go scalar. `goName` is the name in errors, if the scalar has a name of its own. */
export function scalarType(name: ScalarName, goName: string = name): GoType {
  if (goName !== name) return makeScalar(name, goName);
  let type = types.get(name);
  if (!type) {
    type = makeScalar(name, name);
    types.set(name, type);
  }
  return type;
}

function makeScalar(name: ScalarName, goName: string): GoType {
  if (name === 'string') return scalar(name, goName, '', (value) => typeof value === 'string');
  if (name === 'bool') return scalar(name, goName, false, (value) => typeof value === 'boolean');
  const range = integerRanges.get(name);
  if (!range) return floatType(name, goName);
  return scalar(name, goName, 0, (value) => isInteger(value) && value >= range[0] && value <= range[1]);
}

/** A float: integers that it cannot hold are rounded. */
function floatType(name: ScalarName, goName: string): GoType {
  const type = scalar(name, goName, 0, (value) => typeof value === 'bigint' || Number.isFinite(value));
  return {
    ...type,
    decode: (value, context) => {
      const decoded = type.decode(value, context);
      return typeof decoded === 'bigint' ? Number(decoded) : decoded;
    },
  };
}

/** Whether a value is an integer in Go: larger numbers are floats there. */
function isInteger(value: JsonValue): value is number | bigint {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/** Returns an integer without the bits that do not fit its type. */
function wrapped(value: number | bigint, name: ScalarName): number | bigint {
  const bits = Number(/\d+/.exec(name)?.[0] ?? 64);
  const integer = name.startsWith('u') ? BigInt.asUintN(bits, BigInt(value)) : BigInt.asIntN(bits, BigInt(value));
  return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
}

function scalar(
  kind: ScalarName,
  name: string,
  zero: string | number | boolean,
  fits: (value: JsonValue) => boolean,
): GoType {
  return {
    name,
    decode: (value, context) => {
      if (value === null) return zero;
      if (fits(value) && !(typeof zero === 'number' && integerRanges.has(kind) && context.isOddInteger)) return value;
      if (context.fromMap && integerRanges.has(kind) && isInteger(value)) return wrapped(value, kind);
      throw context.mismatch(value, name, kind);
    },
    zero: () => zero,
    isEmpty: (value) => value === zero,
    alwaysWritten: false,
  };
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Go's `[]byte`: base64 in JSON, or a list of numbers. */
export const bytesType: GoType = {
  name: '[]uint8',
  decode: (value, context) => {
    if (value === null) return null;
    if (Array.isArray(value)) {
      const byte = scalarType('uint8');
      return toBase64(Uint8Array.from(value, (item, index) => Number(context.within(index, byte, item))));
    }
    if (typeof value !== 'string') throw context.mismatch(value, '[]uint8');
    // Go's decoder skips line breaks.
    const text = value.replace(/[\r\n]/g, '');
    if (!BASE64.test(text)) {
      const prefix = context.fromMap ? 'error decoding from json: ' : '';
      throw new DecodeError(`${prefix}illegal base64 data at input byte ${firstIllegal(text)}`);
    }
    return text;
  },
  zero: () => null,
  isEmpty: (value) => value === null || value === '',
  alwaysWritten: false,
};

function firstIllegal(text: string): number {
  const illegal = text.search(/[^A-Za-z0-9+/]/);
  if (illegal < 0) return text.length - (text.length % 4);
  return /^={1,2}$/.test(text.slice(illegal)) ? text.length : illegal;
}

/** Any JSON value, kept as it is. */
export const anyType: GoType = {
  name: 'interface {}',
  decode: (value, context) => {
    context.checkRaw(value);
    return value;
  },
  zero: () => null,
  isEmpty: (value) => value === null,
  alwaysWritten: false,
};
