import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { inKeywordOrder } from './keyword-order.ts';

/** Reduces a definition of version 3 to version 2: without defaults and alternatives, with plain references. */
export function reducedDefinition(schema: JsonObject): JsonObject {
  const { default: _default, allOf, oneOf, ...rest } = schema;
  const result: JsonObject = { ...rest };
  // A built-in definition has these only around a reference, and for scalars of two types.
  if (Array.isArray(allOf) && isJsonObject(allOf[0])) Object.assign(result, reference(allOf[0]));
  if (oneOf !== undefined) result.type = 'string';
  if ('$ref' in schema) Object.assign(result, reference(schema));
  if (isJsonObject(result.properties)) result.properties = mapValues(result.properties);
  if (isJsonObject(result.items)) result.items = reducedDefinition(result.items);
  if (isJsonObject(result.additionalProperties))
    result.additionalProperties = reducedDefinition(result.additionalProperties);
  return inKeywordOrder(result);
}

function mapValues(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, JsonValue] => [
      name,
      isJsonObject(value) ? reducedDefinition(value) : value,
    ]),
  );
}

function reference({ $ref }: JsonObject): JsonObject {
  return typeof $ref === 'string' ? { $ref: $ref.replace('#/components/schemas/', '#/definitions/') } : {};
}
