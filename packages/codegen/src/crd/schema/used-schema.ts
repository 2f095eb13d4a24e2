import { posix } from 'node:path';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Model, TypeUse } from '../../model/model.ts';
import { applySchemaMarkers, typeOnly } from '../marker-effects/apply-markers.ts';
import { withPatches } from './merged-parts.ts';
import { referencedSchema } from './reference-schema.ts';
import type { SchemaContext, UsePlace } from './schema-context.ts';
import { described, withNullInEnum, withoutTopology, withProse } from './schema-parts.ts';
import { inlineSchema } from './type-schema.ts';

/**
 * The schema of a type at a place where it is used: with the place's description and markers, and finally its patches.
 */
export function usedSchema(context: SchemaContext, use: TypeUse, place: UsePlace): JsonSchemaProps {
  return withPatches(unpatchedUsedSchema(context, use, place), place, context.reporter);
}

/** {@link usedSchema} without the patches of the place's markers. */
export function unpatchedUsedSchema(context: SchemaContext, use: TypeUse, place: UsePlace): JsonSchemaProps {
  const target = referencedSchema(context, use, place.span);
  const schema =
    target === undefined ? inlineUsedSchema(context, use, place) : referringSchema(context, use, target, place);
  return described(schema, place.markers);
}

/** An inline type: its schema, changed by the markers. */
function inlineUsedSchema(context: SchemaContext, use: TypeUse, { doc, markers, span }: UsePlace): JsonSchemaProps {
  const schema = { ...inlineSchema(context, use, span) };
  if (doc !== '') schema.description = doc;
  // A type without a schema has been reported; reporting each marker on it would add nothing.
  const isSchemaless = markers.some(({ effect }) => effect.on === 'schemaless');
  if (use.kind !== 'unknown' || isSchemaless) applySchemaMarkers(schema, markers, context.reporter);
  if (schema.allOf !== undefined) schema.allOf = schema.allOf.map((parent) => withoutTopology(parent, schema));
  return use.kind === 'nullable' ? withNullInEnum(schema) : schema;
}

/** A type that is declared elsewhere: an `allOf` of `target`, its schema, and the part of the place itself. */
function referringSchema(
  context: SchemaContext,
  use: TypeUse,
  target: JsonSchemaProps,
  place: UsePlace,
): JsonSchemaProps {
  const own = ownPart(context, use, use.kind === 'nullable' ? { ...target, nullable: true } : target, place);
  if (use.kind !== 'nullable') return withProse({ allOf: [target, own] }, own, target, place.doc);
  own.nullable = true;
  return withProse({ allOf: [withNullInEnum(target), withNullInEnum(own)] }, own, target, place.doc);
}

/**
 * The part that markers add beside a reference. They are applied as if the type were inline. As in controller-gen, the
 * format of a type of the same folder is repeated here: this shows when the declarations in between have different
 * ones.
 */
function ownPart(
  { model, reporter }: SchemaContext,
  use: TypeUse,
  target: JsonSchemaProps,
  { markers, span }: UsePlace,
): JsonSchemaProps {
  const seen = typeOnly(target);
  const own = { ...seen };
  applySchemaMarkers(own, markers, reporter, target);
  if (own.type !== seen.type && seen.type !== undefined) {
    const marker = markers.find(({ name }) => name === 'kubebuilder:validation:Type');
    reporter.report(marker?.span ?? span, {
      code: 'KB_CONFLICTING_TYPES',
      message: `the type is ${seen.type}, and +kubebuilder:validation:Type says ${own.type ?? 'nothing'}`,
      hint: 'put the marker on the declaration of the type',
    });
  }
  const isLocal = isOfFolder(model, use, span.file);
  for (const [key, value] of Object.entries(seen)) {
    if (key === 'format' && isLocal) continue;
    if (own[key as keyof JsonSchemaProps] === value || key === 'type') delete own[key as keyof JsonSchemaProps];
  }
  return own;
}

/** True for a type that is declared in the folder in which it is used. */
function isOfFolder(model: Model, use: TypeUse, file: string): boolean {
  if (use.kind === 'nullable') return isOfFolder(model, use.of, file);
  const declared = use.kind === 'named' ? model.types.get(use.id) : undefined;
  return declared !== undefined && posix.dirname(declared.file) === posix.dirname(file);
}
