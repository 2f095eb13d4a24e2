import { quantityFields } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { openApiSchemaOf, RefusedTypeError, type TypeData } from '@kb/kubernetes/data';
import type { Structure } from '../structure/structures.ts';

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

/** How a type of Kubernetes stands in TypeScript for its schema. */
export interface Faithful {
  /** True: only `WithQuantities` of it takes what the schema takes. */
  readonly withQuantities: boolean;
}

/** What takes in TypeScript exactly what its schema takes; undefined: neither it nor `WithQuantities` of it does. */
export interface FaithfulCheck {
  readonly ofType: (type: TypeData) => Faithful | undefined;
  /** Of a field of a type of Kubernetes, by its schema. */
  readonly ofField: (name: string, schema: JsonSchemaProps) => Faithful | undefined;
}

/** What is found in a schema; undefined: what no type of TypeScript says. */
interface Found {
  readonly quantities: boolean;
  /** True: text that is not a quantity, where `WithQuantities` would take it for one. */
  readonly other: boolean;
}

const plain: Found = { quantities: false, other: false };
const names: ReadonlySet<string> = new Set(quantityFields);

/**
 * Tells which types of Kubernetes take in TypeScript what their schema takes. The others are narrower or wider there,
 * at some depth: a quantity is a text only (`WithQuantities` mends that), an object of its own kind always has its
 * `apiVersion`, what is kept as it is has to be JSON, and metadata has fields that a schema does not name.
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

  /** What stands in a field: the name says of text, and of maps of text, whether `WithQuantities` changes it. */
  function findInField(name: string, schema: JsonSchemaProps): Found | undefined {
    if (!names.has(name)) return findIn(schema);
    const { type, additionalProperties } = schema;
    const value = type === 'object' && typeof additionalProperties === 'object' ? additionalProperties : schema;
    if (isQuantity(value)) return { quantities: true, other: false };
    return value.type === 'string' ? { quantities: false, other: true } : findIn(schema);
  }

  /** True for what a type of Kubernetes takes more or less of in TypeScript. */
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
