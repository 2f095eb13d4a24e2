import type { JsonSchemaProps } from '@kb/apimachinery';
import { exactKeywords } from '@kb/kubernetes/data';

/**
 * A schema with the members of its branches, its own last: enough to see its type. Properties are those of one branch
 * only: see {@link namesOf}.
 */
export function flatView(schema: JsonSchemaProps): JsonSchemaProps {
  const { allOf, ...own } = schema;
  // An `allOf` that somebody wrote is no list of parts.
  return allOf === undefined || exactKeywords(schema).has('allOf')
    ? own
    : (Object.assign({}, ...allOf.map(flatView), own) as JsonSchemaProps);
}

/** The fields of an object, those of its branches too. */
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
