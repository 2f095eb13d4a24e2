import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { flattenEmbedded } from '@kb/kubernetes/data';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Reporter } from '../../diagnostic/reporter.ts';
import { patchSchema } from '../marker-effects/patch-schema.ts';
import type { UsePlace } from './schema-context.ts';

/**
 * Returns the parts of a schema if they can be merged; otherwise reports that they have different types and returns
 * none.
 */
export function mergeable(allOf: JsonSchemaProps[], span: Span, reporter: Reporter): JsonSchemaProps[] {
  try {
    flattenEmbedded({ allOf });
    return allOf;
  } catch (error) {
    if (!isConflict(error)) throw error;
    reporter.report(span, {
      code: 'KB_CONFLICTING_TYPES',
      message: `this type has parts of different types: ${error.message}`,
      hint: 'a field that several parts have must have the same type in all: leave it out of one with Omit',
    });
    return [];
  }
}

/** True for the error of `flattenEmbedded` about parts of different types. */
export function isConflict(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ConflictingTypesError';
}

/** Applies the patches of markers, which come last, to a schema after merging its parts. */
export function withPatches(
  schema: JsonSchemaProps,
  { markers, span }: Pick<UsePlace, 'markers' | 'span'>,
  reporter: Reporter,
): JsonSchemaProps {
  // Declarations of the same name can each have a patch.
  const patches = markers.flatMap(({ effect }) => (effect.on === 'schemaPatch' ? [effect.patch] : []));
  if (patches.length === 0) return schema;
  return mergeable([schema], span, reporter).length === 0 ? {} : patches.reduce(patchSchema, flattenEmbedded(schema));
}
