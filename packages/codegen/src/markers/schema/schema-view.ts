import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { exactKeywords } from '@kb/kubernetes/data';

/**
 * A schema merged with the members of its branches, its own last: enough to determine its type. Has the properties of
 * one branch only: see {@link namesOf}.
 */
export function flatView(schema: JsonSchemaProps): JsonSchemaProps {
  return once(schema, (part, viewOf: (branch: JsonSchemaProps) => JsonSchemaProps) => {
    const { allOf, ...own } = part;
    // An `allOf` that an author wrote is not a list of parts.
    return allOf === undefined || exactKeywords(part).has('allOf')
      ? own
      : (Object.assign({}, ...allOf.map(viewOf), own) as JsonSchemaProps);
  });
}

/** Makes something of a schema and of its branches, of each once: several branches may have one and the same. */
function once<T>(schema: JsonSchemaProps, make: (part: JsonSchemaProps, made: (branch: JsonSchemaProps) => T) => T): T {
  const known = new Map<JsonSchemaProps, T>();
  const made = (part: JsonSchemaProps): T => {
    const present = known.get(part);
    if (present !== undefined) return present;
    const result = make(part, made);
    known.set(part, result);
    return result;
  };
  return made(schema);
}

/** The names of fields. */
interface FieldNames {
  readonly fields: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

/** The fields of an object and its branches. */
export function namesOf(schema: JsonSchemaProps): FieldNames {
  return once(schema, (part, namesOfBranch: (branch: JsonSchemaProps) => FieldNames) => {
    const branches = (part.allOf ?? []).map(namesOfBranch);
    return {
      fields: new Set([...branches.flatMap(({ fields }) => [...fields]), ...Object.keys(part.properties ?? {})]),
      required: new Set([...branches.flatMap(({ required }) => [...required]), ...(part.required ?? [])]),
    };
  });
}
