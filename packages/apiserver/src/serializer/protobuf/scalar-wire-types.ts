import type { JsonValue } from '@kb/apimachinery';
import type { ScalarName } from '@kb/kubernetes/data';
import { fromBase64, toBase64 } from '../base64.ts';
import type { WireType } from './wire-type.ts';

/** A string. */
export const textWire: WireType = {
  wire: 2,
  write: (writer, value) => writer.text(typeof value === 'string' ? value : ''),
  read: (reader) => reader.text(),
  zero: () => '',
};

/** Bytes: base64 in JSON. */
export const bytesWire: WireType = {
  wire: 2,
  write: (writer, value) => writer.raw(fromBase64(typeof value === 'string' ? value : '')),
  read: (reader) => toBase64(reader.raw()),
  zero: () => null,
};

const boolWire: WireType = {
  wire: 0,
  write: (writer, value) => writer.varint(value === true ? 1 : 0),
  read: (reader) => Number(reader.varint()) !== 0,
  zero: () => false,
};

const doubleWire: WireType = {
  wire: 1,
  write: (writer, value) => writer.double(isNumber(value) ? Number(value) : 0),
  read: (reader) => reader.double(),
  zero: () => 0,
};

/** Returns the type of an integer with this many bits; values that do not fit lose their upper bits, as in Go. */
function integerWire(bits: number, signed: boolean): WireType {
  const cut = (value: bigint): bigint => (signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
  return {
    wire: 0,
    write: (writer, value) => writer.integer(isNumber(value) ? value : 0),
    read: (reader) => {
      const value = reader.varint();
      return typeof value === 'number' && (bits > 28 || value === 0) ? value : asJsonNumber(cut(BigInt(value)));
    },
    zero: () => 0,
  };
}

/** Returns an integer as a JSON parser reads it: a number if that is exact. */
function asJsonNumber(value: bigint): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** A signed 32-bit integer. */
export const int32Wire: WireType = integerWire(32, true);
/** A signed 64-bit integer. */
export const int64Wire: WireType = integerWire(64, true);

const byName: { readonly [name in ScalarName]: WireType } = {
  string: textWire,
  bool: boolWire,
  int: int64Wire,
  int8: integerWire(8, true),
  int16: integerWire(16, true),
  int32: int32Wire,
  int64: int64Wire,
  uint: integerWire(64, false),
  uint8: integerWire(8, false),
  uint16: integerWire(16, false),
  uint32: integerWire(32, false),
  uint64: integerWire(64, false),
  float32: doubleWire,
  float64: doubleWire,
};

/** Returns the wire type of a Go scalar. Kubernetes has no float32. */
export function scalarWire(name: ScalarName): WireType {
  return byName[name];
}
