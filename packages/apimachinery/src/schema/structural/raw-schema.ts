import type { JsonSchemaProps } from '../json-schema-props.ts';

/** A schema as it was sent, with the JSON Schema keywords that CustomResourceDefinitions may not use. */
export interface RawSchema extends JsonSchemaProps {
  id?: string;
  $schema?: string;
  additionalItems?: boolean | JsonSchemaProps;
  patternProperties?: { [name: string]: JsonSchemaProps };
  definitions?: { [name: string]: JsonSchemaProps };
  /** Names of properties, or schemas. */
  dependencies?: { [name: string]: readonly string[] | JsonSchemaProps };
}

/**
 * A schema inside a schema, as {@link RawSchema}: JsonSchemaProps lacks the keywords that are not allowed.
 */
export const raw = (schema: JsonSchemaProps): RawSchema => schema;

/** Whether a keyword is unset: absent, or a value that Go treats as absent. */
export function isUnset(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
