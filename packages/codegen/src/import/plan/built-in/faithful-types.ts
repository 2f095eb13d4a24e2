import type { JsonSchemaProps } from '@kb/apimachinery';
import { openApiSchemaOf, RefusedTypeError, type TypeData } from '@kb/kubernetes/data';
import type { Structure } from '../drafts/structures.ts';

/** Types that are written by hand in TypeScript, narrower than Kubernetes has them. */
const narrower: ReadonlySet<string> = new Set([
  'apiextensions/v1.ValidationRule',
  'meta/v1.ListMeta',
  'meta/v1.ManagedFieldsEntry',
]);

/** The schema of a type of Kubernetes; undefined for the few that have none. */
export function builtInSchemaOf(type: TypeData): JsonSchemaProps | undefined {
  try {
    return openApiSchemaOf(type.name);
  } catch (error) {
    if (error instanceof RefusedTypeError) return undefined;
    throw error;
  }
}

/**
 * Tells which types of Kubernetes take in TypeScript whatever their schema takes. The others are narrower there, at
 * some depth: a quantity is a text only, an object of its own kind always has its `apiVersion`, what is kept as it is
 * has to be JSON.
 */
export function createFaithfulCheck(structureOf: (schema: JsonSchemaProps) => Structure): (type: TypeData) => boolean {
  const quantity = structureOf(openApiSchemaOf('resource.Quantity')).own;
  const known = new Map<JsonSchemaProps, boolean>();
  return (type) => {
    const schema = narrower.has(type.name) ? undefined : builtInSchemaOf(type);
    return schema !== undefined && isFaithful(schema);
  };

  function isFaithful(schema: JsonSchemaProps): boolean {
    let faithful = known.get(schema);
    if (faithful === undefined) {
      faithful = !isNarrower(schema) && innerSchemasOf(schema).every(isFaithful);
      known.set(schema, faithful);
    }
    return faithful;
  }

  function isNarrower(schema: JsonSchemaProps): boolean {
    const { properties = {} } = schema;
    return (
      schema['x-kubernetes-preserve-unknown-fields'] === true ||
      structureOf(schema).own === quantity ||
      (Object.hasOwn(properties, 'apiVersion') && Object.hasOwn(properties, 'metadata'))
    );
  }
}

function innerSchemasOf({ properties, items, additionalProperties }: JsonSchemaProps): readonly JsonSchemaProps[] {
  return [...Object.values(properties ?? {}), items, additionalProperties].filter(
    (schema) => typeof schema === 'object',
  );
}
