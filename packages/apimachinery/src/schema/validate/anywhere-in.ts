import type { JsonSchemaProps } from '../json-schema-props.ts';

/**
 * Makes a test whether a schema has something, or one in it by which parts of its values are validated. Each schema is
 * looked at once: they never change.
 */
export function anywhereIn(has: (schema: JsonSchemaProps) => boolean): (schema: JsonSchemaProps) => boolean {
  const known = new WeakMap<JsonSchemaProps, boolean>();
  const look = (schema: JsonSchemaProps): boolean => {
    const { items, properties, additionalProperties } = schema;
    return (
      has(schema) ||
      (items !== undefined && test(items)) ||
      (typeof additionalProperties === 'object' && test(additionalProperties)) ||
      (properties !== undefined && Object.values(properties).some(test))
    );
  };
  const test = (schema: JsonSchemaProps): boolean => {
    let found = known.get(schema);
    if (found === undefined) {
      found = look(schema);
      known.set(schema, found);
    }
    return found;
  };
  return test;
}
