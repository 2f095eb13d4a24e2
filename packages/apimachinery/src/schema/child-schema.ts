import { getOwn } from '../json/own-property.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';

/** The schema of a declared property; undefined when the schema names none of that name. */
export function propertySchema(schema: JsonSchemaProps, key: string): JsonSchemaProps | undefined {
  return schema.properties === undefined ? undefined : getOwn(schema.properties, key);
}

/** The schema of the entries of a map; undefined where `additionalProperties` is absent, true or false. */
export function additionalSchema(schema: JsonSchemaProps): JsonSchemaProps | undefined {
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** The schema of whatever is under a key: of the property, else of a map's entries. */
export function keySchema(schema: JsonSchemaProps, key: string): JsonSchemaProps | undefined {
  return propertySchema(schema, key) ?? additionalSchema(schema);
}

/** The properties that every whole object has, whether its schema names them or not. */
export function isMetaField(key: string): boolean {
  return key === 'apiVersion' || key === 'kind' || key === 'metadata';
}

/** Whether null is no value of the schema, and so counts as absent. */
export function isNonNullableNull(value: unknown, schema: JsonSchemaProps | undefined): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}
