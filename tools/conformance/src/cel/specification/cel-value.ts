import { type AnySchema, anyIs, anyUnpack, DurationSchema, TimestampSchema } from '@bufbuild/protobuf/wkt';
import type { MessageShape } from '@bufbuild/protobuf';
import type { Value } from '@bufbuild/cel-spec/cel/expr/value_pb.js';

/** A value of CEL, as `tools/cel-oracle` writes it: numbers are texts, so that none of their digits is lost. */
export interface CelValue {
  /** What `type()` returns for it: `int`, `list`, `google.protobuf.Timestamp`. */
  readonly type: string;
  /** A scalar as text: bytes in base64, a duration in nanoseconds, a timestamp in RFC 3339, a type as its name. */
  readonly text?: string;
  /** The elements of a list; the value of an optional, if it has one. */
  readonly items?: readonly CelValue[];
  /** The keys of a map, each before its value, in any order. */
  readonly entries?: readonly CelValue[];
}

const TIMESTAMP = 'google.protobuf.Timestamp';
const DURATION = 'google.protobuf.Duration';

/** A scalar. */
export function scalar(type: string, value: bigint | boolean | number | string): CelValue {
  return { type, text: String(value) };
}

/** Bytes. */
export function bytes(value: Uint8Array): CelValue {
  return scalar('bytes', Buffer.from(value).toString('base64'));
}

/** A point in time: seconds since 1970, and nanoseconds. */
export function timestamp(seconds: bigint, nanos: number): CelValue {
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, -'.000Z'.length);
  const fraction =
    nanos === 0
      ? ''
      : (nanos / 1e9)
          .toFixed(9)
          .slice(1)
          .replace(/0{1,8}$/, '');
  return scalar(TIMESTAMP, `${text}${fraction}Z`);
}

/** A duration. */
export function duration(seconds: bigint, nanos: number): CelValue {
  return scalar(DURATION, seconds * 1_000_000_000n + BigInt(nanos));
}

/** A map with these pairs. */
export function mapOf(pairs: Iterable<readonly [CelValue, CelValue]>): CelValue {
  return { type: 'map', entries: [...pairs].flat() };
}

/** The value that a test of the specification names. Throws for messages that are not times. */
export function valueOf({ kind }: Value): CelValue {
  switch (kind.case) {
    case 'boolValue':
      return scalar('bool', kind.value);
    case 'int64Value':
      return scalar('int', kind.value);
    case 'uint64Value':
      return scalar('uint', kind.value);
    case 'doubleValue':
      return scalar('double', kind.value);
    case 'stringValue':
      return scalar('string', kind.value);
    case 'bytesValue':
      return bytes(kind.value);
    case 'nullValue':
      return scalar('null_type', 'null');
    case 'typeValue':
      return scalar('type', kind.value);
    case 'listValue':
      return { type: 'list', items: kind.value.values.map(valueOf) };
    case 'mapValue':
      return mapOf(
        kind.value.entries.map(({ key, value }) => {
          if (key === undefined || value === undefined) throw new Error('an entry without key or value');
          return [valueOf(key), valueOf(value)] as const;
        }),
      );
    case 'objectValue':
      return timeOf(kind.value);
    case 'enumValue':
    case undefined:
      throw new Error(`a value of the kind ${kind.case}`);
  }
}

function timeOf(any: MessageShape<typeof AnySchema>): CelValue {
  if (anyIs(any, TimestampSchema)) {
    const time = anyUnpack(any, TimestampSchema);
    if (time !== undefined) return timestamp(time.seconds, time.nanos);
  }
  if (anyIs(any, DurationSchema)) {
    const time = anyUnpack(any, DurationSchema);
    if (time !== undefined) return duration(time.seconds, time.nanos);
  }
  throw new Error(`a message: ${any.typeUrl}`);
}

/** A value as one line: the same for equal values, whatever the order of their entries. */
export function printValue({ type, text, items, entries = [] }: CelValue): string {
  if (text !== undefined) return `${type}(${text})`;
  const pairs: string[] = [];
  for (let index = 0; index + 1 < entries.length; index += 2) {
    const [key, value] = entries.slice(index, index + 2);
    if (key !== undefined && value !== undefined) pairs.push(`${printValue(key)}: ${printValue(value)}`);
  }
  return `${type}[${[...(items ?? []).map(printValue), ...pairs.sort()].join(', ')}]`;
}
