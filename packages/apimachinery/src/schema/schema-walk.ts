import type { JsonSchemaProps } from './json-schema-props.ts';
import { effectiveFormat } from './string-formats.ts';

/** One schema inside another. */
export interface SchemaChild {
  /**
   * Its path below its parent, in the style of CustomResourceDefinition errors: `.properties[spec]`,
   * `.items`, `.anyOf[0]`.
   */
  readonly path: string;
  readonly schema: JsonSchemaProps;
}

/** The schemas directly inside a schema, in the order: items, properties, entries of maps, not, allOf, oneOf, anyOf. */
export function childSchemas(schema: JsonSchemaProps): SchemaChild[] {
  const children: SchemaChild[] = [];
  if (schema.items !== undefined) children.push({ path: '.items', schema: schema.items });
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    children.push({ path: `.properties[${name}]`, schema: property });
  }
  if (typeof schema.additionalProperties === 'object') {
    children.push({ path: '.additionalProperties', schema: schema.additionalProperties });
  }
  if (schema.not !== undefined) children.push({ path: '.not', schema: schema.not });
  for (const keyword of ['allOf', 'oneOf', 'anyOf'] as const) {
    schema[keyword]?.forEach((branch, index) => children.push({ path: `.${keyword}[${index}]`, schema: branch }));
  }
  return children;
}

/**
 * Whether objects of a schema are judged by rules in CEL: whether it, or a schema in it outside of `allOf` and the
 * other logical keywords, has any. As in kube-apiserver, rules in `allOf` count only beside others.
 */
export function hasRules(schema: JsonSchemaProps): boolean {
  if ((schema['x-kubernetes-validations'] ?? []).length > 0) return true;
  const { items, additionalProperties, properties = {} } = schema;
  if (items !== undefined && hasRules(items)) return true;
  if (typeof additionalProperties === 'object' && hasRules(additionalProperties)) return true;
  return Object.values(properties).some(hasRules);
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
    for (const property of Object.values(properties)) visit(property);
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
  return schema.default !== undefined || childSchemas(schema).some((child) => hasDefaults(child.schema));
}
