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

/** What a schema is among the types of Kubernetes. */
export interface BuiltInTypes {
  /** The type that has this structure, and says the same of every field: the generator makes the same schema of it. */
  readonly useOf: (schema: JsonSchemaProps) => BuiltInUse | undefined;
  /** True where the type has the structure of the schema, whatever either says in words. */
  readonly isExact: (type: TypeData, schema: JsonSchemaProps) => boolean;
  /** How TypeScript's type takes what the schema of the type takes; undefined: it does not. */
  readonly faithful: (type: TypeData) => Faithful | undefined;
  /** What the type of a schema takes over from a type of Kubernetes that it is nearly. */
  readonly inheritanceOf: (schema: JsonSchemaProps) => Inheritance | undefined;
}

/** Makes the comparison with the types of Kubernetes. */
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
    // What says nothing in words is not known to be Kubernetes' own.
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
 * How much of a schema may be said in other words than Kubernetes' today, for the type to stand there with a patch:
 * more is better read in a type of its own.
 */
const MOST_DIFFERENT = 0.1;

/** Whether two schemas of one structure differ in few words: those of another release of Kubernetes. */
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
