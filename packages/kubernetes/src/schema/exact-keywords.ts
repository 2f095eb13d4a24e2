import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/**
 * Names the keywords of a schema that must stay as the author wrote them. A symbol, so that copies of the schema keep
 * it, and that it is not a keyword.
 */
const exact: unique symbol = Symbol('exact keywords');

interface MarkedSchema extends JsonSchemaProps {
  [exact]?: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/**
 * The keywords of a schema that stay unchanged: an `allOf` among them is not merged, `required` keeps its order,
 * and zero values (`false`, an empty string or list) are written.
 */
export function exactKeywords(schema: JsonSchemaProps): ReadonlySet<string> {
  const { [exact]: keywords = none }: MarkedSchema = schema;
  return keywords;
}

/** A schema whose keywords of these names stay unchanged. Without names it is the given schema. */
export function withExactKeywords(schema: JsonSchemaProps, keywords: ReadonlySet<string>): JsonSchemaProps {
  if (keywords.size === 0 && exactKeywords(schema).size === 0) return schema;
  const marked: MarkedSchema = { ...schema, [exact]: keywords };
  return marked;
}

/** Marks a keyword of a schema under construction as unchangeable. */
export function keepExactly(schema: JsonSchemaProps, keyword: string): void {
  const marked: MarkedSchema = schema;
  marked[exact] = new Set([...exactKeywords(schema), keyword]);
}
