import { stringifyJson } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { exactKeywords } from '@kb/kubernetes/data';

/**
 * Empties the parts of a schema that say again what another part says about the same values, so that checking the
 * schema takes time for each part once: two parents that have a field with a list of the same type give each an `allOf`
 * of two such lists, the fields of the elements four, and so on, which no API server accepts. Only branches of an
 * `allOf` and what hangs on them are emptied; all other paths stay, and so does each problem, at the first of its
 * paths. Does not change the given schema.
 */
export function withoutRepeatedParts(schema: JsonSchemaProps): JsonSchemaProps {
  const contents = createContents();
  const reduced = new Map<JsonSchemaProps, JsonSchemaProps>();

  const outside = (node: JsonSchemaProps): JsonSchemaProps => {
    const present = hasParts(node) ? reduced.get(node) : node;
    if (present !== undefined) return present;
    const said = createSaid();
    const result = withChildren(node, { branch: (part) => inside(part, said, 0), below: outside });
    reduced.set(node, result);
    return result;
  };
  /**
   * A part of an `allOf`, or what hangs on one. `said` are the parts before it. Its own keywords stay if `kept` is
   * greater than 0, and those of so many levels.
   */
  const inside = (part: JsonSchemaProps, said: Said, kept: number): JsonSchemaProps => {
    // The path of a rule leads to fields that must stay.
    if (part['x-kubernetes-validations']?.some(({ fieldPath }) => fieldPath !== undefined)) return part;
    const content = contents.of(part);
    // Whether an `anyOf` may name types depends on its place among the parts.
    const isSaid = said.contents.has(content) && part.anyOf === undefined;
    if (isSaid && kept === 0) return {};
    said.contents.add(content);
    const { allOf: _, ...own } = part;
    const keptBelow = Math.max(kept - 1, part['x-kubernetes-list-type'] === undefined ? 0 : LEVELS_OF_LIST_TYPE);
    return withChildren(isSaid ? own : part, {
      branch: (branch) => inside(branch, said, 0),
      below: (child, step) => inside(child, said.below(step), keptBelow),
    });
  };
  return outside(schema);
}

/** A list type is checked against the elements and their fields, which are keys. */
const LEVELS_OF_LIST_TYPE = 2;

/** By schema: many kinds have the same built-in types. */
const knownParts = new WeakMap<JsonSchemaProps, boolean>();

/** Whether there is an `allOf` in a schema, or in one of the values inside its values. */
function hasParts(schema: JsonSchemaProps): boolean {
  const present = knownParts.get(schema);
  if (present !== undefined) return present;
  const { allOf, items, properties = {}, additionalProperties } = schema;
  const found =
    allOf !== undefined ||
    (items !== undefined && hasParts(items)) ||
    (typeof additionalProperties === 'object' && hasParts(additionalProperties)) ||
    Object.values(properties).some(hasParts);
  knownParts.set(schema, found);
  return found;
}

/** What is known of the parts that apply to the values at one path. */
interface Said {
  readonly contents: Set<number>;
  /** The same for the values at a path below. */
  readonly below: (step: string) => Said;
}

function createSaid(): Said {
  const children = new Map<string, Said>();
  return {
    contents: new Set(),
    below: (step) => {
      const present = children.get(step) ?? createSaid();
      children.set(step, present);
      return present;
    },
  };
}

/** Replaces the schemas inside a schema. */
interface Change {
  /** Of the branches of its `allOf`. */
  readonly branch: (schema: JsonSchemaProps) => JsonSchemaProps;
  /** Of schemas of values inside its values; each step has its own name. */
  readonly below: (schema: JsonSchemaProps, step: string) => JsonSchemaProps;
}

/** A schema with other schemas inside it: the schema itself if all of them stay the same. */
function withChildren(schema: JsonSchemaProps, { branch, below }: Change): JsonSchemaProps {
  const { allOf, items, properties, additionalProperties } = schema;
  let isChanged = false;
  const changed = (before: JsonSchemaProps, after: JsonSchemaProps): JsonSchemaProps => {
    isChanged ||= before !== after;
    return after;
  };
  const inner: JsonSchemaProps = {
    ...(allOf !== undefined && { allOf: allOf.map((part) => changed(part, branch(part))) }),
    ...(items !== undefined && { items: changed(items, below(items, 'items')) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: changed(additionalProperties, below(additionalProperties, 'values')),
    }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          changed(property, below(property, `property ${name}`)),
        ]),
      ),
    }),
  };
  return isChanged ? { ...schema, ...inner } : schema;
}

/** Numbers for the contents of schemas: the same number for the same content. */
interface Contents {
  readonly of: (schema: JsonSchemaProps) => number;
}

function createContents(): Contents {
  const bySchema = new Map<JsonSchemaProps, number>();
  const byText = new Map<string, number>();
  let last = 0;

  const of = (schema: JsonSchemaProps): number => {
    const present = bySchema.get(schema);
    if (present !== undefined) return present;
    const text = textOf(schema);
    const content = byText.get(text) ?? (last += 1);
    bySchema.set(schema, content);
    if (text !== '') byText.set(text, content);
    return content;
  };
  /** The JSON of a schema, with numbers for the schemas inside it; empty for one that equals no other. */
  const textOf = (schema: JsonSchemaProps): string => {
    // Keywords of a patch are reported with their paths.
    if (exactKeywords(schema).size > 0) return '';
    const { additionalProperties, items, not, properties, allOf, anyOf, oneOf, ...rest } = schema;
    return stringifyJson({
      ...rest,
      // A number is not a value of these keywords.
      additionalProperties: typeof additionalProperties === 'object' ? of(additionalProperties) : additionalProperties,
      items: items && of(items),
      not: not && of(not),
      properties: properties && Object.entries(properties).map(([name, property]) => [name, of(property)]),
      allOf: allOf?.map(of),
      anyOf: anyOf?.map(of),
      oneOf: oneOf?.map(of),
    });
  };
  return { of };
}
