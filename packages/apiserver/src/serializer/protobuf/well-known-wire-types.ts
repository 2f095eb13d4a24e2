import {
  formatDuration,
  formatTime,
  type JsonObject,
  type JsonValue,
  parseDurationNanoseconds,
  parseTime,
} from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';
import type { TypeName } from '@kb/kubernetes/data';
import { toJson } from '../../http/encode.ts';
import { DecodeError } from '../decode-error.ts';
import { type FieldInit, repeatedField, singleField, type WireField } from './fields.ts';
import { convertedMessage, messageType } from './message.ts';
import { fromBase64, toBase64 } from '../base64.ts';
import { bytesWire, int32Wire, int64Wire, scalarWire, textWire } from './scalar-wire-types.ts';
import type { WireType } from './wire-type.ts';

/**
 * Returns the wire types whose JSON form differs from their Go struct, by their names in the data file; undefined for
 * all others. `named` resolves other types.
 */
export function wellKnownWireType(name: TypeName, named: (name: TypeName) => WireType): WireType | undefined {
  return wellKnown[name] ?? schemaChoice(name, named);
}

const encoder = new TextEncoder();
const field = (init: FieldInit, make: (init: FieldInit) => WireField): { name: string; field: WireField } => ({
  name: init.name,
  field: make(init),
});
const always =
  (type: WireType) =>
  (init: FieldInit): WireField =>
    singleField(init, type, false);
const ifThere =
  (type: WireType) =>
  (init: FieldInit): WireField =>
    singleField(init, type, true);

const timestamp = messageType('Timestamp', () => [
  field({ number: 1, name: 'seconds' }, always(int64Wire)),
  field({ number: 2, name: 'nanos' }, always(int32Wire)),
]);

/**
 * Returns the wire type of a time: a message of seconds and nanoseconds, which is empty for an absent time. `digits` is
 * the number of digits that JSON has for the fraction of a second.
 */
function timeType(digits: 0 | 6): WireType {
  return convertedMessage(timestamp, {
    toMessage: (value) => {
      const instant = typeof value === 'string' ? parseTime(value) : undefined;
      if (instant === undefined || typeof value !== 'string') return undefined;
      const fraction = digits === 0 ? '' : (/\.(\d{1,6})/.exec(value)?.[1] ?? '');
      return { seconds: Math.floor(instant / 1000), nanos: Number(fraction.padEnd(6, '0')) * 1000 };
    },
    fromMessage: ({ seconds = 0, nanos = 0 }) => {
      const whole = formatTime(Number(seconds) * 1000);
      if (digits === 0) return whole;
      return `${whole.slice(0, -1)}.${String(Math.trunc(Number(nanos) / 1000)).padStart(6, '0')}Z`;
    },
    zero: null,
  });
}

const duration = convertedMessage(
  messageType('Duration', () => [field({ number: 1, name: 'duration' }, always(int64Wire))]),
  {
    toMessage: (value) => ({ duration: (typeof value === 'string' && parseDurationNanoseconds(value)) || 0n }),
    fromMessage: ({ duration: nanoseconds = 0 }) =>
      formatDuration(
        Number(BigInt(numberOf(nanoseconds)) / 1_000_000n) + Number(BigInt(numberOf(nanoseconds)) % 1_000_000n) / 1e6,
      ),
    zero: '0s',
  },
);

const quantity = convertedMessage(
  messageType('Quantity', () => [field({ number: 1, name: 'string' }, always(textWire))]),
  {
    toMessage: (value) => ({ string: typeof value === 'string' ? value : '0' }),
    fromMessage: ({ string = '0' }) => string,
    zero: '0',
  },
);

const intOrString = convertedMessage(
  messageType('IntOrString', () => [
    field({ number: 1, name: 'type' }, always(int64Wire)),
    field({ number: 2, name: 'intVal' }, always(int32Wire)),
    field({ number: 3, name: 'strVal' }, always(textWire)),
  ]),
  {
    toMessage: (value) => (typeof value === 'string' ? { type: 1, strVal: value } : { intVal: value }),
    fromMessage: ({ type, intVal = 0, strVal = '' }) => (type === 1 ? strVal : intVal),
    zero: 0,
  },
);

/** Raw JSON, sent as its text. */
const raw = convertedMessage(
  messageType('RawExtension', () => [field({ number: 1, name: 'raw' }, ifThere(bytesWire))]),
  {
    toMessage: (value) =>
      value === undefined || value === null ? {} : { raw: toBase64(encoder.encode(toJson(value))) },
    fromMessage: ({ raw: bytes }) => (typeof bytes === 'string' ? jsonOf(fromBase64(bytes)) : null),
    zero: null,
  },
);

function jsonOf(bytes: Uint8Array): JsonValue {
  if (bytes.length === 0) return null;
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new DecodeError(error.message, { cause: error });
    throw error;
  }
}

const wellKnown: { readonly [name: TypeName]: WireType } = {
  'meta/v1.Time': timeType(0),
  'meta/v1.MicroTime': timeType(6),
  'meta/v1.Duration': duration,
  'meta/v1.FieldsV1': raw,
  'resource.Quantity': quantity,
  'intstr.IntOrString': intOrString,
  'runtime.RawExtension': raw,
  'apiextensions/v1.JSON': raw,
};

function numberOf(value: JsonValue): number | bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? value : 0;
}

/** Returns the wire type of the members of a schema that are a schema or another value. */
function schemaChoice(name: TypeName, named: (name: TypeName) => WireType): WireType | undefined {
  const schema = (): WireType => named('apiextensions/v1.JSONSchemaProps');
  const choice = (goName: string, other: () => { name: string; field: WireField }, schemaNumber: number): WireType =>
    messageType(goName, () => [field({ number: schemaNumber, name: 'schema' }, ifThere(schema())), other()]);
  const fromSchema = (message: JsonObject, other: JsonValue | undefined): JsonValue => message.schema ?? other ?? null;
  switch (name) {
    case 'apiextensions/v1.JSONSchemaPropsOrArray':
      return convertedMessage(
        choice(
          'JSONSchemaPropsOrArray',
          () => field({ number: 2, name: 'jSONSchemas' }, (init) => repeatedField(init, schema())),
          1,
        ),
        {
          toMessage: (value) => (Array.isArray(value) ? { jSONSchemas: value } : { schema: value }),
          fromMessage: (message) => message.jSONSchemas ?? message.schema ?? null,
          zero: null,
        },
      );
    case 'apiextensions/v1.JSONSchemaPropsOrBool':
      return convertedMessage(
        choice('JSONSchemaPropsOrBool', () => field({ number: 1, name: 'allows' }, always(scalarWire('bool'))), 2),
        {
          toMessage: (value) => (isJsonObject(value) ? { allows: true, schema: value } : { allows: value }),
          fromMessage: (message) => fromSchema(message, message.allows ?? false),
          zero: false,
        },
      );
    case 'apiextensions/v1.JSONSchemaPropsOrStringArray':
      return convertedMessage(
        choice(
          'JSONSchemaPropsOrStringArray',
          () => field({ number: 2, name: 'property' }, (init) => repeatedField(init, textWire)),
          1,
        ),
        {
          toMessage: (value) => (Array.isArray(value) ? { property: value } : { schema: value }),
          fromMessage: (message) => message.property ?? message.schema ?? null,
          zero: null,
        },
      );
    default:
      return undefined;
  }
}
