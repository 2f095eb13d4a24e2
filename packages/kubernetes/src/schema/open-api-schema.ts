import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { descriptionOf } from '../data/descriptions.ts';
import { typeOf } from '../data/types.ts';
import { flattenEmbedded } from './flatten-all-of.ts';
import { type Describe, goSchemaOfType } from './go-schema.ts';

/** How {@link openApiSchemaOf} makes a schema. */
export interface OpenApiSchemaOptions {
  /**
   * Put Kubernetes' prose into `description`, or what a function says. Default: false. Throws when the prose was not
   * extracted.
   */
  readonly descriptions?: boolean | Describe;
  /**
   * controller-gen's `generateEmbeddedObjectMeta`: embedded ObjectMeta gets its name, namespace, labels, annotations
   * and finalizers. Default: false.
   */
  readonly generateEmbeddedObjectMeta?: boolean;
}

/**
 * The schema that controller-gen 0.21 gives a field of a built-in type, references resolved and embedded types merged
 * in. Floats have type `number`, as with `allowDangerousTypes`. The result is shared: never change it. Throws a
 * RangeError for a name that the data file does not have, and a {@link RefusedTypeError} for a type that controller-gen
 * refuses.
 */
export function openApiSchemaOf(typeName: string, options: OpenApiSchemaOptions = {}): JsonSchemaProps {
  const { descriptions = false, generateEmbeddedObjectMeta = false } = options;
  const describe = typeof descriptions === 'function' ? descriptions : descriptions ? descriptionOf : noDescription;
  const flatteners = generateEmbeddedObjectMeta ? withEmbeddedObjectMeta : withBareObjectMeta;
  let flattener = flatteners.get(describe);
  if (!flattener) {
    flattener = new Flattener(describe, generateEmbeddedObjectMeta);
    flatteners.set(describe, flattener);
  }
  return flattener.schemaOf(typeName);
}

const withBareObjectMeta = new WeakMap<Describe, Flattener>();
const withEmbeddedObjectMeta = new WeakMap<Describe, Flattener>();

const noDescription: Describe = () => undefined;

const embeddedObjectMeta: JsonSchemaProps = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    namespace: { type: 'string' },
    annotations: { type: 'object', additionalProperties: { type: 'string' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    finalizers: { type: 'array', items: { type: 'string' } },
  },
};

/**
 * Resolves references, one type once. Types are kept with their `allOf`s, since what stands beside a reference is
 * merged with the type's own branches.
 */
class Flattener {
  readonly #describe: Describe;
  readonly #embeddedObjectMeta: boolean;
  readonly #resolved = new Map<string, JsonSchemaProps>();
  readonly #flat = new Map<string, JsonSchemaProps>();

  constructor(describe: Describe, generateEmbeddedObjectMeta: boolean) {
    this.#describe = describe;
    this.#embeddedObjectMeta = generateEmbeddedObjectMeta;
  }

  schemaOf(typeName: string): JsonSchemaProps {
    let schema = this.#flat.get(typeName);
    if (!schema) {
      schema = flattenEmbedded(this.#resolveType(typeName));
      this.#flat.set(typeName, schema);
    }
    return schema;
  }

  #resolveType(name: string): JsonSchemaProps {
    const present = this.#resolved.get(name);
    if (present) return present;
    const type = typeOf(name);
    if (!type) throw new RangeError(`the data file has no type "${name}"`);
    // As controller-gen does, a type inside itself has no schema.
    this.#resolved.set(name, {});
    try {
      const unresolved =
        this.#embeddedObjectMeta && name === 'meta/v1.ObjectMeta'
          ? embeddedObjectMeta
          : goSchemaOfType(type, this.#describe);
      const schema = this.#resolve(unresolved);
      this.#resolved.set(name, schema);
      return schema;
    } catch (error) {
      this.#resolved.delete(name);
      throw error;
    }
  }

  #resolve(schema: JsonSchemaProps): JsonSchemaProps {
    if (schema.$ref !== undefined) {
      const { $ref, description, ...beside } = schema;
      const target = this.#resolveType($ref);
      const prose = description ?? target.description;
      return { allOf: [target, beside], ...(prose !== undefined && { description: prose }) };
    }
    const result = { ...schema };
    if (result.items) result.items = this.#resolve(result.items);
    if (result.allOf) result.allOf = result.allOf.map((branch) => this.#resolve(branch));
    if (typeof result.additionalProperties === 'object') {
      result.additionalProperties = this.#resolve(result.additionalProperties);
    }
    if (result.properties) {
      result.properties = Object.fromEntries(
        Object.entries(result.properties).map(([name, property]) => [name, this.#resolve(property)]),
      );
    }
    return result;
  }
}
