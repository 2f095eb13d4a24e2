import { type CelType, listOf, mapOf, type ObjectType, type SimpleType, simpleType } from '../types/cel-type.ts';

const any = simpleType('any');
const bool = simpleType('bool');
const bytes = simpleType('bytes');
const double = simpleType('double');
const duration = simpleType('duration');
const dyn = simpleType('dyn');
const int = simpleType('int');
const nullType = simpleType('null');
const string = simpleType('string');
const timestamp = simpleType('timestamp');
const uint = simpleType('uint');
const empty: ObjectType = { kind: 'object', name: 'google.protobuf.Empty', fields: new Map() };

/** A type with the fields that an expression may give when it creates a value of it: `Type{field: 1}`. */
export interface Message {
  readonly type: CelType;
  /** Undefined: the type has a name, but its fields cannot be found. */
  readonly fields?: Readonly<Record<string, CelType>>;
}

const time = { seconds: int, nanos: int };

function nullable(type: SimpleType): Message {
  return { type: { kind: 'wrapper', of: type }, fields: { value: type } };
}

/** The messages that every environment knows. */
const messages: ReadonlyMap<string, Message> = new Map<string, Message>([
  ['google.protobuf.Any', { type: any, fields: { type_url: string, value: bytes } }],
  ['google.protobuf.BoolValue', nullable(bool)],
  ['google.protobuf.BytesValue', nullable(bytes)],
  ['google.protobuf.DoubleValue', nullable(double)],
  ['google.protobuf.Duration', { type: duration, fields: time }],
  ['google.protobuf.Empty', { type: empty, fields: {} }],
  ['google.protobuf.FloatValue', nullable(double)],
  ['google.protobuf.Int32Value', nullable(int)],
  ['google.protobuf.Int64Value', nullable(int)],
  ['google.protobuf.ListValue', { type: listOf(dyn), fields: { values: listOf(dyn) } }],
  ['google.protobuf.StringValue', nullable(string)],
  ['google.protobuf.Struct', { type: mapOf(string, dyn), fields: { fields: mapOf(string, dyn) } }],
  ['google.protobuf.Timestamp', { type: timestamp, fields: time }],
  ['google.protobuf.UInt32Value', nullable(uint)],
  ['google.protobuf.UInt64Value', nullable(uint)],
  [
    'google.protobuf.Value',
    {
      type: dyn,
      fields: {
        null_value: int,
        number_value: double,
        string_value: string,
        bool_value: bool,
        struct_value: mapOf(string, dyn),
        list_value: listOf(dyn),
      },
    },
  ],
  ['duration', { type: duration, fields: time }],
  ['null_type', { type: nullType }],
  ['timestamp', { type: timestamp, fields: time }],
]);

/** The other types that every environment knows by a name. */
const others: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ['bool', bool],
  ['bytes', bytes],
  ['double', double],
  ['int', int],
  ['list', listOf(dyn)],
  ['map', mapOf(dyn, dyn)],
  ['net.CIDR', { kind: 'opaque', name: 'net.CIDR', parameters: [] }],
  ['net.IP', { kind: 'opaque', name: 'net.IP', parameters: [] }],
  ['optional_type', { kind: 'opaque', name: 'optional_type', parameters: [] }],
  ['string', string],
  ['type', { kind: 'type' }],
  ['uint', uint],
]);

/** The type of a name that every environment has: of the name of a type, or of a constant. */
export function typeOfKnownName(name: string): CelType | undefined {
  if (name === 'google.protobuf.NullValue.NULL_VALUE') return int;
  const named = messages.get(name)?.type ?? others.get(name);
  return named === undefined ? undefined : { kind: 'type', of: named };
}

/** The message with this name; undefined: values of the type are not made from fields. */
export function knownMessage(name: string): Message | undefined {
  return messages.get(name);
}
