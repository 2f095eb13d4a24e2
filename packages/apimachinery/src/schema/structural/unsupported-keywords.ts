import type { JsonSchemaProps } from '../json-schema-props.ts';
import { someChild } from '../schema-walk.ts';
import { isUnset, raw } from './raw-schema.ts';

/** The reason why a schema cannot be converted to a structural one; undefined: it can. */
export function firstUnsupported(schema: JsonSchemaProps): string | undefined {
  const unsupported = raw(schema);
  const { id, $schema, $ref, additionalItems } = unsupported;
  if (id) return "OpenAPIV3Schema 'id' is not supported";
  if ($schema) return "OpenAPIV3Schema 'schema' is not supported";
  if ($ref) return "OpenAPIV3Schema '$ref' is not supported";
  for (const keyword of ['patternProperties', 'dependencies', 'definitions'] as const) {
    if (!isUnset(unsupported[keyword])) return `OpenAPIV3Schema '${keyword}' is not supported`;
  }
  if (additionalItems !== undefined) return "OpenAPIV3Schema 'additionalItems' is not supported";
  if (Array.isArray(schema.items)) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  if (schema['x-kubernetes-preserve-unknown-fields'] === false)
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  let found: string | undefined;
  someChild(schema, (child) => {
    found = firstUnsupported(child);
    return found !== undefined;
  });
  return found;
}
