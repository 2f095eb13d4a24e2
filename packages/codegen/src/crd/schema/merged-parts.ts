import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { flattenEmbedded } from '@kb/kubernetes/data';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Reporter } from '../../diagnostic/reporter.ts';
import { patchSchema } from '../marker-effects/patch-schema.ts';
import type { UsePlace } from './schema-context.ts';

/** Returns the parts of a schema if they can be merged; otherwise reports why they cannot and returns none. */
export function mergeable(allOf: JsonSchemaProps[], span: Span, reporter: Reporter): JsonSchemaProps[] {
  try {
    flattenEmbedded({ allOf });
    return allOf;
  } catch (error) {
    reportUnmergeable(error, 'this type', span, reporter);
    return [];
  }
}

/** Reports that `flattenEmbedded` refused the parts of a type; throws any other error again. */
export function reportUnmergeable(error: unknown, type: string, span: Span, reporter: Reporter): void {
  if (!(error instanceof Error)) throw error;
  switch (error.name) {
    case 'ConflictingTypesError':
      reporter.report(span, {
        code: 'KB_CONFLICTING_TYPES',
        message: `${type} has parts of different types: ${error.message}`,
        hint: 'a field that several parts have must have the same type in all: leave it out of one with Omit',
      });
      return;
    case 'TooManyPartsError':
      reporter.report(span, {
        code: 'KB_DEFINITION_TOO_LARGE',
        message: `${type} has ${error.message}, which are the rules of fields that several parents have, at several levels`,
        hint: 'leave these fields out of all parents but one with Omit, or mark one with +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
      });
      return;
    default:
      throw error;
  }
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
