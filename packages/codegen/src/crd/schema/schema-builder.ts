import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Kind, TypeId } from '../../model/model.ts';
import { declaredSchema } from './declared-schema.ts';
import { kindSchema } from './kind-schema.ts';
import type { SchemaContext, SchemaOptions } from './schema-context.ts';
import { typeSchema } from './type-schema.ts';
import { usedSchema } from './used-schema.ts';

/** Builds the schemas of a model's types. */
export interface SchemaBuilder {
  /** The schema of a named type, with references resolved to branches of `allOf`s. Cached by type: never change it. */
  schemaOf(id: TypeId): JsonSchemaProps;
  /** The schema of a kind with its parts merged; undefined if they cannot be merged, which is reported. */
  rootSchemaOf(kind: Kind): JsonSchemaProps | undefined;
}

/**
 * Creates the builder. As in controller-gen, a declaration has its own schema with its own description and markers, and
 * a field of that type is an `allOf` of this schema and the field's own part; `flattenEmbedded` then merges the two.
 *
 * `typeSchema` chooses the function for a sort of type: `scalarSchemas` and `enumSchema`, `listSchema`, `mapSchema`,
 * `objectSchema`, `unionSchema`, or `referencedSchema` for declared types and those of Kubernetes. `usedSchema` adds
 * the description and markers of the place where the type is used.
 */
export function createSchemaBuilder(options: SchemaOptions): SchemaBuilder {
  const context: SchemaContext = {
    ...options,
    declared: { schemas: new Map(), unpatched: new Map(), reduced: new Map(), open: [] },
    declaredSchema: (id) => declaredSchema(context, id),
    typeSchema: (use, span) => typeSchema(context, use, span),
    usedSchema: (use, place) => usedSchema(context, use, place),
  };
  return { schemaOf: context.declaredSchema, rootSchemaOf: (kind) => kindSchema(context, kind) };
}
