import type { JsonObject } from '@kb/apimachinery';

/** Keywords in the order of documents; extensions follow by name. */
const keywordRanks: ReadonlyMap<string, number> = new Map(
  [
    'description',
    '$ref',
    'type',
    'nullable',
    'format',
    'title',
    'default',
    'maximum',
    'exclusiveMaximum',
    'minimum',
    'exclusiveMinimum',
    'maxLength',
    'minLength',
    'pattern',
    'maxItems',
    'minItems',
    'uniqueItems',
    'multipleOf',
    'enum',
    'maxProperties',
    'minProperties',
    'required',
    'items',
    'allOf',
    'oneOf',
    'anyOf',
    'not',
    'properties',
    'additionalProperties',
    'externalDocs',
    'example',
  ].map((keyword, index) => [keyword, index]),
);

/** A schema with its keywords in the order of documents. */
export function inKeywordOrder(schema: JsonObject): JsonObject {
  const rank = (keyword: string): number => keywordRanks.get(keyword) ?? keywordRanks.size;
  return Object.fromEntries(
    Object.entries(schema).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0)),
  );
}
