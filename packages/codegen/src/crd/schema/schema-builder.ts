import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Kind, TypeId } from '../../model/model.ts';
import { declaredSchema } from './declared-schema.ts';
import { kindSchema } from './kind-schema.ts';
import type { SchemaContext, SchemaOptions } from './schema-context.ts';
import { typeSchema } from './type-schema.ts';
import { usedSchema } from './used-schema.ts';

/** Makes schemas of the model's types. */
export interface SchemaBuilder {
  /**
   * The schema of a named type, references resolved into branches of `allOf`s. Made once for each type: never change
   * it.
   */
  schemaOf(id: TypeId): JsonSchemaProps;
  /** The schema of a kind, parts merged; undefined where they cannot be, which is reported. */
  rootSchemaOf(kind: Kind): JsonSchemaProps | undefined;
}

/**
 * Makes the builder. As in controller-gen, a declaration has its own schema with its own description and markers, and a
 * field of that type is an `allOf` of it and of what the field itself says; `flattenEmbedded` then makes one schema of
 * the two.
 *
 * `typeSchema` chooses the function for a sort of type: `scalarSchemas` and `enumSchema`, `listSchema`, `mapSchema`,
 * `objectSchema`, `unionSchema`, or `referencedSchema` for declared types and those of Kubernetes. `usedSchema` adds
 * what the place of the use says.
 */
export function createSchemaBuilder(options: SchemaOptions): SchemaBuilder {
  const context: SchemaContext = {
    ...options,
    declared: { schemas: new Map(), unpatched: new Map(), open: [] },
    declaredSchema: (id) => declaredSchema(context, id),
    typeSchema: (use, span) => typeSchema(context, use, span),
    usedSchema: (use, place) => usedSchema(context, use, place),
  };
  return { schemaOf: context.declaredSchema, rootSchemaOf: (kind) => kindSchema(context, kind) };
}
