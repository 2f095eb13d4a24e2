import type { JsonSchemaProps } from '../json-schema-props.ts';
import { effectiveFormat, isKnownFormat } from '../string-formats.ts';

/** What a validation of a value asks a schema for each time. */
export interface SchemaFacts {
  /** Empty: any type. Two for an int-or-string. */
  readonly types: readonly string[];
  /** Empty: no format, or one that is not validated. */
  readonly format: string;
  /** Whether the format is one of texts. */
  readonly isTextFormat: boolean;
  /** Whether there is an anyOf, oneOf, allOf or not. */
  readonly hasJunctors: boolean;
  /** The names of the properties, in their order, and the place of each. */
  readonly names: readonly string[];
  readonly places: ReadonlyMap<string, number>;
}

/** Reads the facts of a schema, once. */
export type ReadFacts = (schema: JsonSchemaProps) => SchemaFacts;

/** How a validation reads the type and the format of a schema. */
interface Reading {
  readonly type: (schema: JsonSchemaProps) => string | undefined;
  readonly format: (schema: JsonSchemaProps) => string;
}

/** The facts of schemas by which objects are validated. */
export const factsOf: ReadFacts = reader({
  type: (schema) => (schema['x-kubernetes-int-or-string'] ? 'integer,string' : schema.type),
  format: effectiveFormat,
});

/**
 * The facts of schemas by which defaults are validated: upstream has another form of the schema there, without the
 * types of an int-or-string, and with formats that do not belong to the type.
 */
export const factsOfDefault: ReadFacts = reader({
  type: (schema) => schema.type,
  format: (schema) => schema.format ?? '',
});

function reader({ type: typeOf, format: formatOf }: Reading): ReadFacts {
  const known = new WeakMap<JsonSchemaProps, SchemaFacts>();
  return (schema) => {
    let facts = known.get(schema);
    if (facts === undefined) {
      const type = typeOf(schema);
      const format = formatOf(schema);
      const names = Object.keys(schema.properties ?? {});
      facts = {
        types: type ? type.split(',') : [],
        format,
        isTextFormat: isKnownFormat(format),
        hasJunctors: hasJunctors(schema),
        names,
        places: new Map(names.map((name, place) => [name, place])),
      };
      known.set(schema, facts);
    }
    return facts;
  };
}

function hasJunctors({ anyOf, oneOf, allOf, not }: JsonSchemaProps): boolean {
  return not !== undefined || [anyOf, oneOf, allOf].some((branches) => branches !== undefined && branches.length > 0);
}

/** The properties that an object has, in the order of the schema. */
export function presentNames({ names, places }: SchemaFacts, keys: readonly string[]): readonly string[] {
  if (keys.length > names.length / 2) return names;
  const found: number[] = [];
  for (const key of keys) {
    const place = places.get(key);
    if (place !== undefined) found.push(place);
  }
  if (found.length > 1) found.sort((a, b) => a - b);
  return found.map((place) => names[place] ?? '');
}
