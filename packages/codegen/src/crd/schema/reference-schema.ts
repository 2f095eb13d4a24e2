import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { TypeUse } from '../../model/model.ts';
import type { SchemaContext } from './schema-context.ts';

/** The schema of a declared or built-in type; undefined for an inline type. */
export function referencedSchema(context: SchemaContext, use: TypeUse, span: Span): JsonSchemaProps | undefined {
  switch (use.kind) {
    case 'named':
      return context.declaredSchema(use.id);
    case 'builtIn':
      return builtInSchema(context, use.name, span);
    case 'builtInField':
      return builtInSchema(context, use.owner, span).properties?.[use.field] ?? {};
    case 'pattern':
      // It is a reference, so that a marker with another pattern does not replace this one.
      return { type: 'string', pattern: `^${use.source}$` };
    case 'nullable':
      return referencedSchema(context, use.of, span);
    default:
      return undefined;
  }
}

/** The schema of a type of Kubernetes. Reports a type without a schema. */
export function builtInSchema(
  { builtInDescriptions, embeddedObjectMeta, reporter }: SchemaContext,
  name: string,
  span: Span,
): JsonSchemaProps {
  try {
    return openApiSchemaOf(name, {
      descriptions: builtInDescriptions,
      generateEmbeddedObjectMeta: embeddedObjectMeta,
    });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'RefusedTypeError') throw error;
    reporter.report(span, { code: 'KB_NO_SCHEMA', message: error.message, hint: 'use a type that JSON can express' });
    return {};
  }
}
