import { quantityFields } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { openApiSchemaOf, RefusedTypeError, type TypeData } from '@kb/kubernetes/data';
import type { Structure } from '../structure/structures.ts';

/** Types that are hand-written in TypeScript, and narrower than in Kubernetes. */
const narrower: ReadonlySet<string> = new Set([
  'apiextensions/v1.ValidationRule',
  'meta/v1.ListMeta',
  'meta/v1.ManagedFieldsEntry',
]);

/** The schema of a type of Kubernetes; undefined for the few without one. */
export function builtInSchemaOf(type: TypeData): JsonSchemaProps | undefined {
  try {
    return openApiSchemaOf(type.name);
  } catch (error) {
    if (error instanceof RefusedTypeError) return undefined;
    throw error;
  }
}

/** How a type of Kubernetes represents its schema in TypeScript. */
export interface Faithful {
  /** True if only `WithQuantities` of it accepts the values of the schema. */
  readonly withQuantities: boolean;
}

/**
 * Returns how a TypeScript type accepts exactly the values of its schema; undefined if neither it nor `WithQuantities`
 * of it does.
 */
export interface FaithfulCheck {
  readonly ofType: (type: TypeData) => Faithful | undefined;
  /** The same for a field of a type of Kubernetes, by its schema. */
  readonly ofField: (name: string, schema: JsonSchemaProps) => Faithful | undefined;
}

/** What a schema contains; undefined if no TypeScript type expresses it. */
interface Found {
  readonly quantities: boolean;
  /** True if it contains a string that is not a quantity, but that `WithQuantities` would treat as one. */
  readonly other: boolean;
}

const plain: Found = { quantities: false, other: false };
const names: ReadonlySet<string> = new Set(quantityFields);

/**
 * Creates a check of which types of Kubernetes accept exactly the values of their schema in TypeScript. The others are
 * narrower or wider there, at some depth: a quantity is only a string (`WithQuantities` corrects that), a nested object
 * always has its `apiVersion`, unknown fields have to be JSON, and metadata has fields that a schema does not list.
 */
export function createFaithfulCheck(structureOf: (schema: JsonSchemaProps) => Structure): FaithfulCheck {
  const quantity = structureOf(openApiSchemaOf('resource.Quantity')).bare;
  const known = new Map<JsonSchemaProps, Found | undefined>();
  return {
    ofType(type) {
      const schema = narrower.has(type.name) ? undefined : builtInSchemaOf(type);
      return schema && faithful(findIn(schema));
    },
    ofField: (name, schema) => faithful(findInField(name, schema)),
  };

  function findIn(schema: JsonSchemaProps): Found | undefined {
    if (known.has(schema)) return known.get(schema);
    const found = isOtherwise(schema) ? undefined : findInside(schema);
    known.set(schema, found);
    return found;
  }

  function findInside({ properties = {}, items, additionalProperties }: JsonSchemaProps): Found | undefined {
    const inner = [items, additionalProperties].filter((schema) => typeof schema === 'object').map(findIn);
    const found = [...Object.entries(properties).map(([name, schema]) => findInField(name, schema)), ...inner];
    let all = plain;
    for (const one of found) {
      if (one === undefined) return undefined;
      all = { quantities: all.quantities || one.quantities, other: all.other || one.other };
    }
    return all;
  }

  /** The contents of a field: for strings and maps of strings, the name decides whether `WithQuantities` changes it. */
  function findInField(name: string, schema: JsonSchemaProps): Found | undefined {
    if (!names.has(name)) return findIn(schema);
    const { type, additionalProperties } = schema;
    const value = type === 'object' && typeof additionalProperties === 'object' ? additionalProperties : schema;
    if (isQuantity(value)) return { quantities: true, other: false };
    return value.type === 'string' ? { quantities: false, other: true } : findIn(schema);
  }

  /** True for schemas of which a type of Kubernetes accepts more or fewer values in TypeScript. */
  function isOtherwise(schema: JsonSchemaProps): boolean {
    const { type, properties = {}, additionalProperties } = schema;
    const isBare = type === 'object' && Object.keys(properties).length === 0 && additionalProperties === undefined;
    return (
      isBare ||
      schema['x-kubernetes-preserve-unknown-fields'] === true ||
      isQuantity(schema) ||
      (Object.hasOwn(properties, 'apiVersion') && Object.hasOwn(properties, 'metadata'))
    );
  }

  function isQuantity(schema: JsonSchemaProps): boolean {
    return schema['x-kubernetes-int-or-string'] === true && structureOf(schema).bare === quantity;
  }
}

function faithful(found: Found | undefined): Faithful | undefined {
  if (found === undefined || (found.quantities && found.other)) return undefined;
  return { withQuantities: found.quantities };
}
