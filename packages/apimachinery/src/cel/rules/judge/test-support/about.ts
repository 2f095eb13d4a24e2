import type { JsonValue } from '../../../../json.ts';
import type { JsonSchemaProps, ValidationRule } from '../../../../schema/json-schema-props.ts';

/** An object that the rules of a schema judge. */
export interface ChosenObject {
  readonly name: string;
  readonly schema: JsonSchemaProps;
  readonly object: JsonValue;
  /** The object that it replaces. */
  readonly old?: JsonValue;
  /** What may be spent. Default: what the server allows. */
  readonly budget?: number;
}

export const text: JsonSchemaProps = { type: 'string' };
export const integer: JsonSchemaProps = { type: 'integer' };

export type Rules = readonly (string | ValidationRule)[];

/** A schema with rules. */
export function ruled(schema: JsonSchemaProps, ...rules: Rules): JsonSchemaProps {
  const written = rules.map((rule) => (typeof rule === 'string' ? { rule } : rule));
  return { ...schema, 'x-kubernetes-validations': written };
}

/** An object whose schema has one property, `a`. */
export function about(
  name: string,
  schema: JsonSchemaProps,
  value: JsonValue,
  old?: JsonValue,
  budget?: number,
): ChosenObject {
  return {
    name,
    schema: { type: 'object', properties: { a: schema, b: text } },
    object: { a: value, b: 'new' },
    ...(old !== undefined && { old: { a: old, b: 'old' } }),
    ...(budget !== undefined && { budget }),
  };
}

export const point: JsonSchemaProps = { type: 'object', properties: { x: integer, y: integer } };
export const list = (items: JsonSchemaProps, type?: 'set' | 'atomic'): JsonSchemaProps => ({
  type: 'array',
  items,
  ...(type !== undefined && { 'x-kubernetes-list-type': type }),
});
export const keyed = (items: JsonSchemaProps, ...keys: string[]): JsonSchemaProps => ({
  type: 'array',
  items,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
});
export const named: JsonSchemaProps = { type: 'object', properties: { name: text, port: integer, value: text } };
export const mapOf = (values: JsonSchemaProps): JsonSchemaProps => ({ type: 'object', additionalProperties: values });
export const kept: JsonSchemaProps = { 'x-kubernetes-preserve-unknown-fields': true };
