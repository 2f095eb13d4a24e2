import type { JsonSchemaProps } from '@kb/apimachinery';

/**
 * Names the keywords of a schema that are exactly what somebody wrote. A symbol, so that it goes along where a schema
 * is copied, and is no keyword.
 */
const exact: unique symbol = Symbol('exact keywords');

interface MarkedSchema extends JsonSchemaProps {
  [exact]?: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/**
 * The keywords of a schema that stay exactly as they are: an `allOf` among them is no list of parts to be merged,
 * `required` keeps its order, and what says nothing (`false`, an empty text or list) is written nevertheless.
 */
export function exactKeywords(schema: JsonSchemaProps): ReadonlySet<string> {
  const { [exact]: keywords = none }: MarkedSchema = schema;
  return keywords;
}

/** A schema whose keywords of these names stay exactly as they are. Where they are none, it is the given one. */
export function withExactKeywords(schema: JsonSchemaProps, keywords: ReadonlySet<string>): JsonSchemaProps {
  if (keywords.size === 0 && exactKeywords(schema).size === 0) return schema;
  const marked: MarkedSchema = { ...schema, [exact]: keywords };
  return marked;
}

/** Makes a keyword of a schema that is being made stay exactly as it is. */
export function keepExactly(schema: JsonSchemaProps, keyword: string): void {
  const marked: MarkedSchema = schema;
  marked[exact] = new Set([...exactKeywords(schema), keyword]);
}
