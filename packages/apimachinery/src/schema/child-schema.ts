import { getOwn } from '../codec/own-property.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';

/** The schema of a declared property; undefined when the schema does not declare it. */
export function propertySchema(schema: JsonSchemaProps, key: string): JsonSchemaProps | undefined {
  return schema.properties === undefined ? undefined : getOwn(schema.properties, key);
}

/** The schema of the entries of a map; undefined where `additionalProperties` is absent, true or false. */
export function additionalSchema(schema: JsonSchemaProps): JsonSchemaProps | undefined {
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** The schema of the value under a key: of the property, else of the map's entries. */
export function keySchema(schema: JsonSchemaProps, key: string): JsonSchemaProps | undefined {
  return propertySchema(schema, key) ?? additionalSchema(schema);
}

/** The properties that every complete object has, even if its schema does not name them. */
export function isMetaField(key: string): boolean {
  return key === 'apiVersion' || key === 'kind' || key === 'metadata';
}

/** Whether the schema does not allow null, so that null counts as absent. */
export function isNonNullableNull(value: unknown, schema: JsonSchemaProps | undefined): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}
