import type { JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Scalar } from '../../model/model.ts';

/** The schema of each scalar. */
export const scalarSchemas: Readonly<Record<Scalar, JsonSchemaProps>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  int: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  float32: { type: 'number' },
  float64: { type: 'number' },
  number: { type: 'number' },
  bytes: { type: 'string', format: 'byte' },
};

/** The schema of a closed set of scalars, all of one JSON type. */
export function enumSchema(values: readonly JsonValue[]): JsonSchemaProps {
  return { type: typeOfValues(values), enum: [...values] };
}

function typeOfValues(values: readonly JsonValue[]): string {
  const [first] = values;
  if (typeof first === 'boolean') return 'boolean';
  if (typeof first !== 'number') return 'string';
  return values.every((value) => Number.isInteger(value)) ? 'integer' : 'number';
}
