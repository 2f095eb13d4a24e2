import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Scalar, TypeUse } from '../../model/model.ts';
import { listSchema, mapSchema } from './collection-schema.ts';
import { kubernetesObjectSchema, objectSchema } from './object-schema.ts';
import { referencedSchema } from './reference-schema.ts';
import type { SchemaContext } from './schema-context.ts';
import { unionSchema } from './union-schema.ts';
import type { JsonValue } from '@kb/apimachinery';

/**
 * The schema of a type by itself, without the description and markers of a place that uses it. Problems are reported at
 * `span`.
 */
export function typeSchema(context: SchemaContext, use: TypeUse, span: Span): JsonSchemaProps {
  return referencedSchema(context, use, span) ?? inlineSchema(context, use, span);
}

/** The schema of an inline type. */
export function inlineSchema(context: SchemaContext, use: TypeUse, span: Span): JsonSchemaProps {
  switch (use.kind) {
    case 'scalar':
      return scalarSchemas[use.scalar];
    case 'enum':
      return enumSchema(use.values);
    case 'list':
      return listSchema(context, use, span);
    case 'map':
      return mapSchema(context, use, span);
    case 'object':
      return objectSchema(context, use, span);
    case 'kubernetesObject':
      return kubernetesObjectSchema(context, span);
    case 'union':
      return unionSchema(context, use);
    case 'nullable':
      return { ...inlineSchema(context, use.of, span), nullable: true };
    case 'json':
      return { 'x-kubernetes-preserve-unknown-fields': true };
    case 'unknown':
      return {};
    case 'named':
    case 'builtIn':
    case 'builtInField':
    case 'pattern':
      return referencedSchema(context, use, span) ?? {};
  }
}

/** The schema of each scalar. */
const scalarSchemas: Readonly<Record<Scalar, JsonSchemaProps>> = {
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
function enumSchema(values: readonly JsonValue[]): JsonSchemaProps {
  return { type: typeOfValues(values), enum: [...values] };
}

function typeOfValues(values: readonly JsonValue[]): string {
  const [first] = values;
  if (typeof first === 'boolean') return 'boolean';
  if (typeof first !== 'number') return 'string';
  return values.every((value) => Number.isInteger(value)) ? 'integer' : 'number';
}
