import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/**
 * Cuts the descriptions of a schema to `limit` bytes of UTF-8, by controller-gen's rule: a longer one ends with its
 * last whole sentence, otherwise with its last whole word and `...`. 0 omits them; undefined keeps them whole. Unlike
 * controller-gen, it never splits a character.
 */
export function limitDescriptions(schema: JsonSchemaProps, limit: number | undefined): JsonSchemaProps {
  return limit === undefined ? schema : limitIn(schema, limit, new Map());
}

/** `done` maps schemas to their results, so that the schema of a type that is used in many places stays one object. */
function limitIn(schema: JsonSchemaProps, limit: number, done: Map<JsonSchemaProps, JsonSchemaProps>): JsonSchemaProps {
  const present = done.get(schema);
  if (present !== undefined) return present;
  const limited = (each: JsonSchemaProps): JsonSchemaProps => limitIn(each, limit, done);
  const { description, properties, items, additionalProperties, allOf, anyOf, oneOf, not, ...rest } = schema;
  const result: JsonSchemaProps = {
    ...rest,
    ...(description !== undefined && limit > 0 && { description: cut(description, limit) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, limited(property)])),
    }),
    ...(items !== undefined && { items: limited(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : limited(additionalProperties),
    }),
    ...(allOf !== undefined && { allOf: allOf.map(limited) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(limited) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(limited) }),
    ...(not !== undefined && { not: limited(not) }),
  };
  done.set(schema, result);
  return result;
}

/** The end of a sentence as Unicode defines it: full stops in numbers and addresses count too. */
const SENTENCE_END = /\p{Sentence_Terminal}/u;
const SPACE = /\p{White_Space}/u;

function cut(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text;
  const characters: string[] = [];
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > limit) break;
    characters.push(character);
  }
  const sentence = characters.findLastIndex((character) => SENTENCE_END.test(character));
  if (sentence > 0) return characters.slice(0, sentence + 1).join('');
  const word = characters.findLastIndex((character) => SPACE.test(character));
  return `${characters.slice(0, word > 0 ? word : undefined).join('')}...`;
}
