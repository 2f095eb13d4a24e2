import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { exactKeywords } from '@kb/kubernetes/data';

/**
 * A schema merged with the members of its branches, its own last: enough to determine its type. Has the properties of
 * one branch only: see {@link namesOf}.
 */
export function flatView(schema: JsonSchemaProps): JsonSchemaProps {
  const { allOf, ...own } = schema;
  // An `allOf` that an author wrote is not a list of parts.
  return allOf === undefined || exactKeywords(schema).has('allOf')
    ? own
    : (Object.assign({}, ...allOf.map(flatView), own) as JsonSchemaProps);
}

/** The fields of an object and its branches. */
export function namesOf(schema: JsonSchemaProps): {
  readonly fields: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
} {
  const branches = (schema.allOf ?? []).map(namesOf);
  return {
    fields: new Set([...branches.flatMap(({ fields }) => [...fields]), ...Object.keys(schema.properties ?? {})]),
    required: new Set([...branches.flatMap(({ required }) => [...required]), ...(schema.required ?? [])]),
  };
}
