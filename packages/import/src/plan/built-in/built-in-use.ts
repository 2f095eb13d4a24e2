import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { openApiSchemaOf, type TypeData } from '@kb/kubernetes/data';
import { schemaPatch } from '../../schema-patch.ts';
import { builtInShapes, hasDescriptions } from './built-in-shapes.ts';
import { builtInSchemaOf, createFaithfulCheck, type Faithful } from './faithful-types.ts';
import { createInheritance, type Inheritance } from './inheritance.ts';
import { referenceTo } from './reference-to.ts';
import type { Structure } from '../structure/structures.ts';
import type { TypePlanUse } from '../../type-plan.ts';

/** A use of a type of Kubernetes. */
export type BuiltInUse = TypePlanUse & { readonly kind: 'builtIn'; readonly type: TypeData };

/** Finds the types of Kubernetes for schemas. */
export interface BuiltInTypes {
  /**
   * The type with the same structure and the same descriptions of fields: the generator builds the same schema from it.
   */
  readonly useOf: (schema: JsonSchemaProps) => BuiltInUse | undefined;
  /** True if the type has the structure of the schema, regardless of descriptions. */
  readonly isExact: (type: TypeData, schema: JsonSchemaProps) => boolean;
  /** How the TypeScript type accepts the values of the type's schema; undefined: it does not. */
  readonly faithful: (type: TypeData) => Faithful | undefined;
  /** What the type of a schema inherits from a similar type of Kubernetes. */
  readonly inheritanceOf: (schema: JsonSchemaProps) => Inheritance | undefined;
}

/** Creates the comparison with the types of Kubernetes. */
export function createBuiltInTypes(structureOf: (schema: JsonSchemaProps) => Structure): BuiltInTypes {
  const { byField } = builtInShapes();
  const faithful = createFaithfulCheck(structureOf);
  const inheritanceOf = createInheritance({ structureOf, faithful });
  return { useOf, isExact, faithful: faithful.ofType, inheritanceOf };

  function isExact(type: TypeData, schema: JsonSchemaProps): boolean {
    const own = builtInSchemaOf(type);
    return own !== undefined && structureOf(schema).bare === structureOf(own).bare;
  }

  function useOf(schema: JsonSchemaProps): BuiltInUse | undefined {
    const properties = Object.entries(schema.properties ?? {});
    const [[field] = []] = properties;
    // Without descriptions, a schema cannot be identified as Kubernetes' own.
    if (field === undefined || !properties.some(([, { description }]) => (description ?? '') !== '')) return undefined;
    for (const { type, fields } of byField.get(field) ?? []) {
      if (fields.size !== properties.length || !isExact(type, schema) || !hasDescriptions()) continue;
      const asInSchema = faithful.ofType(type);
      if (asInSchema === undefined) continue;
      const generated = openApiSchemaOf(type.name, { descriptions: true });
      const isKnown = structureOf(generated).own === structureOf(schema).own || isNear(generated, schema);
      const to = isKnown ? referenceTo(type) : undefined;
      if (to !== undefined) return { kind: 'builtIn', to, ...asInSchema, schema: generated, type };
    }
    return undefined;
  }
}

/**
 * The largest share of different descriptions with which a type of Kubernetes is used, with a patch: with more, a
 * separate type is easier to read.
 */
const MOST_DIFFERENT = 0.1;

/** Whether two schemas of the same structure differ in few descriptions, as between releases of Kubernetes. */
function isNear(generated: JsonSchemaProps, schema: JsonSchemaProps): boolean {
  const patch = schemaPatch(withoutDescription(generated), withoutDescription(schema));
  if (patch === undefined) return true;
  const difference = JSON.stringify(patch).length;
  return difference <= MOST_DIFFERENT * JSON.stringify(schema).length;
}

function withoutDescription(schema: JsonSchemaProps): JsonSchemaProps {
  const { description: _, ...rest } = schema;
  return rest;
}
