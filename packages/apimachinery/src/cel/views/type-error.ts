import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { type CelError, type CelValue, celError, typeNameOf } from '../values/value.ts';

/** The error of a value that does not have the type of its schema, by its type in Go. */
export function typeError(schema: JsonSchemaProps, goType: string): CelError {
  if (schema['x-kubernetes-int-or-string'] === true)
    return celError('invalid data, expected XIntOrString value to be either a string or integer');
  switch (schema.type) {
    case 'array':
      return celError('invalid data, expected an array for the provided schema with type=array');
    case 'object':
      return celError('invalid data, expected a map for the provided schema with type=object');
    default:
      return celError(`invalid data, expected ${goNames[schema.type ?? ''] ?? 'value'}, got ${goType}`);
  }
}

const goNames: Readonly<Record<string, string>> = {
  boolean: 'bool',
  integer: 'int',
  number: 'float',
  string: 'string',
};

/** The type of Go of a value that is not JSON. */
export function goTypeOf(value: CelValue): string {
  return goTypes[typeNameOf(value)] ?? 'value';
}

/** By the name of the type in CEL. */
const goTypes: Readonly<Record<string, string>> = {
  bytes: '[]uint8',
  error: '*errors.errorString',
  'google.protobuf.Duration': 'time.Duration',
  'google.protobuf.Timestamp': 'time.Time',
  list: '[]ref.Val',
  map: 'map[ref.Val]ref.Val',
  type: 'string',
  uint: 'uint64',
};
