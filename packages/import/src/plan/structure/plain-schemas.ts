import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import { type Structure, useKeywords } from './structures.ts';

/** Schemas that a name of kb's, or a keyword of TypeScript, expresses. */
const plain: readonly JsonSchemaProps[] = [
  { type: 'string' },
  { type: 'string', format: 'byte' },
  { type: 'string', format: 'date-time' },
  { type: 'boolean' },
  { type: 'integer' },
  { type: 'integer', format: 'int32' },
  { type: 'integer', format: 'int64' },
  { type: 'number' },
  { 'x-kubernetes-preserve-unknown-fields': true },
  { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
];

/**
 * Creates a check of which schemas a type expression expresses without a marker: scalars by their names in kb, any JSON
 * value, an object without fields, and lists and maps without other keywords. Keywords that belong to the place of use
 * are ignored, and so are items and values.
 */
export function createPlainCheck(
  structureOf: (schema: JsonSchemaProps) => Structure,
): (schema: JsonSchemaProps) => boolean {
  const scalars = new Set(
    [...plain, openApiSchemaOf('intstr.IntOrString'), openApiSchemaOf('resource.Quantity')].map(
      (schema) => structureOf(schema).own,
    ),
  );
  return (schema) => {
    if (scalars.has(structureOf(schema).own)) return true;
    const keywords = Object.keys(schema).filter((keyword) => !useKeywords.has(keyword));
    if (schema.type === 'array') return keywords.every((keyword) => keyword === 'type' || keyword === 'items');
    if (schema.type !== 'object' || typeof schema.additionalProperties === 'boolean') return false;
    return keywords.every((keyword) => keyword === 'type' || keyword === 'additionalProperties');
  };
}
