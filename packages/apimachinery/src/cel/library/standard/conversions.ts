import { type ConvertedType, convert } from '../../values/convert.ts';
import { type CelValue, isInt, isKind, typeNameOf, typeValue } from '../../values/value.ts';
import { type FunctionTable, type Implementation, isAny, unary } from '../overloads/implementation.ts';

/** The types that conversions take, by their name in the ids of overloads. */
const guards: Readonly<Record<string, (value: CelValue) => boolean>> = {
  bool: (value) => typeof value === 'boolean',
  bytes: (value) => value instanceof Uint8Array,
  double: (value) => isKind(value, 'double'),
  duration: (value) => isKind(value, 'duration'),
  int64: isInt,
  string: (value) => typeof value === 'string',
  timestamp: (value) => isKind(value, 'timestamp'),
  uint64: (value) => isKind(value, 'uint'),
};

/** The types that are converted to each type. Kubernetes' own types are in the libraries of these. */
const converted: Readonly<Record<string, readonly [to: ConvertedType, from: readonly string[]]>> = {
  bool: ['bool', ['bool', 'string']],
  bytes: ['bytes', ['bytes', 'string']],
  double: ['double', ['double', 'int64', 'string', 'uint64']],
  duration: ['google.protobuf.Duration', ['duration', 'int64', 'string']],
  int64: ['int', ['double', 'duration', 'int64', 'string', 'timestamp', 'uint64']],
  string: ['string', ['bool', 'bytes', 'double', 'duration', 'int64', 'string', 'timestamp', 'uint64']],
  timestamp: ['google.protobuf.Timestamp', ['int64', 'string', 'timestamp']],
  uint64: ['uint', ['double', 'int64', 'string', 'uint64']],
};

/** `int(x)`, `string(x)`, `type(x)` and the others. */
export const conversions: FunctionTable = {
  ...Object.fromEntries(
    Object.entries(converted).flatMap(([name, [to, from]]) =>
      from.map((type) => [`${type}_to_${name}`, conversion(type, to)]),
    ),
  ),
  to_dyn: unary(isAny, (value) => value),
  type: unary(isAny, (value) => typeValue(typeNameOf(value))),
};

function conversion(from: string, to: ConvertedType): Implementation {
  const takes = guards[from];
  return { arity: 1, call: (value) => (takes?.(value) === true ? convert(value, to) : undefined) };
}
