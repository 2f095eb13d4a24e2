import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { TypeUse } from '../../model/model.ts';
import type { SchemaContext } from './schema-context.ts';

/** The schema of a list, with the length limits of a tuple. */
export function listSchema(
  context: SchemaContext,
  { items, minItems, maxItems }: TypeUse & { readonly kind: 'list' },
  span: Span,
): JsonSchemaProps {
  return {
    type: 'array',
    items: elementSchema(context, items, span),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
}

/** The schema of a map from names to values of one type. */
export function mapSchema(
  context: SchemaContext,
  { values }: TypeUse & { readonly kind: 'map' },
  span: Span,
): JsonSchemaProps {
  return values.kind === 'json'
    ? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    : { type: 'object', additionalProperties: elementSchema(context, values, span) };
}

/** Elements and values have no comment of their own. */
function elementSchema(context: SchemaContext, use: TypeUse, span: Span): JsonSchemaProps {
  return context.usedSchema(use, { doc: '', markers: [], span });
}
