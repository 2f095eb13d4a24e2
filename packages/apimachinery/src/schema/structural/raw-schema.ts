import type { JsonObject, JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';

/** A schema as it was sent: with the keywords of JSON Schema that no CustomResourceDefinition may use. */
export interface RawSchema extends JsonSchemaProps {
  id?: string;
  $schema?: string;
  additionalItems?: JsonValue;
  patternProperties?: JsonObject;
  definitions?: { [name: string]: JsonSchemaProps };
  dependencies?: JsonObject;
}

/**
 * A schema inside a schema, as {@link RawSchema}: the keywords that may not be there are not in the type of what may.
 */
export const raw = (schema: JsonSchemaProps): RawSchema => schema;

/** Whether a keyword says nothing: absent, or what Go takes for absent. */
export function isUnset(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
