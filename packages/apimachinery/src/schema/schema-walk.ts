import type { JsonSchemaProps } from './json-schema-props.ts';
import { effectiveFormat } from './string-formats.ts';

const logicalKeywords = ['allOf', 'oneOf', 'anyOf'] as const;

/**
 * Whether something holds for one of the schemas directly inside a schema, in the order: items, properties, entries of
 * maps, not, allOf, oneOf, anyOf.
 */
export function someChild(schema: JsonSchemaProps, holds: (child: JsonSchemaProps) => boolean): boolean {
  const { items, properties, additionalProperties, not } = schema;
  if (items !== undefined && holds(items)) return true;
  if (properties !== undefined && someValue(properties, holds)) return true;
  if (typeof additionalProperties === 'object' && holds(additionalProperties)) return true;
  if (not !== undefined && holds(not)) return true;
  return logicalKeywords.some((keyword) => schema[keyword]?.some(holds) === true);
}

/** `Object.values(map).some(holds)`; the values of a large object take long to list. */
function someValue<T>(map: { readonly [name: string]: T }, holds: (value: T) => boolean): boolean {
  for (const name of Object.keys(map)) {
    const value = map[name];
    if (value !== undefined && holds(value)) return true;
  }
  return false;
}

/**
 * Whether objects of a schema are judged by rules in CEL: whether it, or a schema in it outside of `allOf` and the
 * other logical keywords, has any. As in kube-apiserver, rules in `allOf` count only beside others.
 */
export function hasRules(schema: JsonSchemaProps): boolean {
  const { 'x-kubernetes-validations': rules, items, additionalProperties, properties } = schema;
  if (rules !== undefined && rules.length > 0) return true;
  if (items !== undefined && hasRules(items)) return true;
  if (typeof additionalProperties === 'object' && hasRules(additionalProperties)) return true;
  return properties !== undefined && someValue(properties, hasRules);
}

/**
 * The formats of a schema that the API server does not know, each once, in the order of its warnings: it accepts them
 * with the warning `unrecognized format "foo"`, and does not validate them.
 */
export function unrecognizedFormatsOf(schema: JsonSchemaProps): string[] {
  const formats = new Set<string>();
  const visit = (node: JsonSchemaProps): void => {
    const { format = '', properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [], not } = node;
    // The type counts, even beside x-kubernetes-int-or-string, where none is allowed.
    const typed = { ...node, 'x-kubernetes-int-or-string': false };
    if (format !== '' && effectiveFormat(typed) === '') formats.add(format);
    for (const name of Object.keys(properties)) visit(properties[name] ?? {});
    if (items !== undefined) visit(items);
    if (typeof additionalProperties === 'object') visit(additionalProperties);
    for (const branch of [...allOf, ...anyOf, ...oneOf]) visit(branch);
    if (not !== undefined) visit(not);
  };
  visit(schema);
  return [...formats];
}

/** Whether there is a default anywhere in a schema. */
export function hasDefaults(schema: JsonSchemaProps): boolean {
  return schema.default !== undefined || someChild(schema, hasDefaults);
}
