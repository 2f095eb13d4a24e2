import type { JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';

/**
 * The type of a value in server-side apply: whether it may be a scalar, a list or a map, and how their parts are
 * merged. structured-merge-diff's Atom. At least one of the three is set; a schema without a type allows
 * all.
 */
export interface ValueType {
  readonly scalar: 'string' | 'numeric' | 'boolean' | 'untyped' | undefined;
  readonly list: ListType | undefined;
  readonly map: MapType | undefined;
}

/** How a list is owned. */
export interface ListType {
  /** `atomic`: as a whole; `set`: item by item; `map`: item by item, identified by `keys`. */
  readonly kind: 'atomic' | 'set' | 'map';
  /** The key fields of a `map`; else empty. */
  readonly keys: readonly string[];
  /** The defaults of key fields by name, for items that leave them out. */
  readonly keyDefaults: ReadonlyMap<string, JsonValue>;
  item(): ValueType;
}

/** How an object (struct or map) is owned. */
export interface MapType {
  readonly atomic: boolean;
  /** No field is declared and any is allowed: an object without a schema. */
  readonly deduced: boolean;
  /** Whether the schema declares the field by name. */
  declares(name: string): boolean;
  /**
   * The type of a field: the declared one, else that of undeclared fields; undefined when undeclared fields are not
   * allowed.
   */
  field(name: string): ValueType | undefined;
}

/**
 * The type of the objects that a schema describes. Reads the schema below the root lazily, so schemas may contain
 * themselves. Cached by the schema's identity. Follows kube-openapi's schemaconv.
 */
export function valueTypeOf(schema: JsonSchemaProps): ValueType {
  let type = roots.get(schema);
  if (type === undefined) {
    type = createTypes(schema)(schema, false);
    roots.set(schema, type);
  }
  return type;
}

const roots = new WeakMap<JsonSchemaProps, ValueType>();

type TypeOf = (schema: JsonSchemaProps, preserve: boolean) => ValueType;

/** The types of one root schema. `preserve`: unknown fields are kept here because a schema further up says so. */
function createTypes(root: JsonSchemaProps): TypeOf {
  const plain = new WeakMap<JsonSchemaProps, ValueType>();
  const preserving = new WeakMap<JsonSchemaProps, ValueType>();
  const embeddedMetadata = ownProperty(root.properties, 'metadata');

  const typeOf: TypeOf = (schema, inherited) => {
    // Metadata is a separate type: settings above it do not apply inside.
    const preserve =
      (inherited && schema !== embeddedMetadata) || schema['x-kubernetes-preserve-unknown-fields'] === true;
    const cache = preserve ? preserving : plain;
    let type = cache.get(schema);
    if (type === undefined) {
      type = createType(schema, preserve, typeOf, embeddedMetadata);
      cache.set(schema, type);
    }
    return type;
  };
  return typeOf;
}

function createType(
  schema: JsonSchemaProps,
  preserve: boolean,
  typeOf: TypeOf,
  embeddedMetadata: JsonSchemaProps | undefined,
): ValueType {
  switch (schema.type) {
    case 'object':
      return { scalar: undefined, list: undefined, map: createMap(schema, preserve, typeOf, embeddedMetadata) };
    case 'array':
      return { scalar: undefined, list: createList(schema, preserve, typeOf), map: undefined };
    case 'integer':
    case 'number':
      return { scalar: 'numeric', list: undefined, map: undefined };
    case 'boolean':
      return { scalar: 'boolean', list: undefined, map: undefined };
    case 'string':
      // Any other format (date-time, int-or-string…) is read as more than a string by some decoder.
      return { scalar: isPlainString(schema) ? 'string' : 'untyped', list: undefined, map: undefined };
    default:
      return {
        scalar: 'untyped',
        list: createList(schema, preserve, typeOf),
        map: createMap(schema, preserve, typeOf, embeddedMetadata),
      };
  }
}

function isPlainString(schema: JsonSchemaProps): boolean {
  return schema.format === undefined || schema.format === '' || schema.format === 'byte';
}

function createList(schema: JsonSchemaProps, preserve: boolean, typeOf: TypeOf): ListType {
  const items = schema.items;
  const { kind, keys } = listKindOf(schema);
  return {
    kind,
    keys,
    keyDefaults: keyDefaultsOf(keys, items),
    item: items === undefined ? () => untypedAtomic : () => typeOf(items, preserve),
  };
}

/**
 * Lists are atomic unless their list type says otherwise; built-in kinds may have a merge key instead of a list type.
 */
function listKindOf(schema: JsonSchemaProps): Pick<ListType, 'kind' | 'keys'> {
  const listType = schema['x-kubernetes-list-type'];
  if (listType === 'set') return { kind: 'set', keys: [] };
  if (listType === 'map') return { kind: 'map', keys: schema['x-kubernetes-list-map-keys'] ?? [] };
  if (listType === undefined) {
    const strategy = schema['x-kubernetes-patch-strategy'];
    if (strategy === 'merge' || strategy === 'merge,retainKeys') {
      const key = schema['x-kubernetes-patch-merge-key'];
      return key === undefined ? { kind: 'set', keys: [] } : { kind: 'map', keys: [key] };
    }
  }
  return { kind: 'atomic', keys: [] };
}

function keyDefaultsOf(keys: readonly string[], items: JsonSchemaProps | undefined): ReadonlyMap<string, JsonValue> {
  const defaults = new Map<string, JsonValue>();
  for (const key of keys) {
    const value = ownProperty(items?.properties, key)?.default;
    if (value !== undefined && value !== null) defaults.set(key, value);
  }
  return defaults;
}

function createMap(
  schema: JsonSchemaProps,
  preserve: boolean,
  typeOf: TypeOf,
  embeddedMetadata: JsonSchemaProps | undefined,
): MapType {
  const properties = schema.properties;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const hasProperties = embedded || (properties !== undefined && Object.keys(properties).length > 0);
  const rest = restOf(schema, preserve, hasProperties);
  const propertyOf = (name: string): JsonSchemaProps | undefined => {
    if (embedded && (name === 'apiVersion' || name === 'kind')) return embeddedString;
    if (embedded && name === 'metadata' && embeddedMetadata !== undefined) return embeddedMetadata;
    return ownProperty(properties, name);
  };
  return {
    atomic: schema['x-kubernetes-map-type'] === 'atomic',
    deduced: rest === 'deduced' && !hasProperties,
    declares: (name) => propertyOf(name) !== undefined,
    field(name) {
      const property = propertyOf(name);
      if (property !== undefined) return typeOf(property, preserve);
      if (rest === 'deduced') return deduced;
      return rest === undefined ? undefined : typeOf(rest, preserve);
    },
  };
}

const embeddedString: JsonSchemaProps = { type: 'string' };

/** The type of undeclared fields: that of a schema, any (then deduced from the value), or none allowed. */
function restOf(
  schema: JsonSchemaProps,
  preserve: boolean,
  hasProperties: boolean,
): JsonSchemaProps | 'deduced' | undefined {
  const additional = schema.additionalProperties;
  if (additional === undefined) return preserve || !hasProperties ? 'deduced' : undefined;
  if (typeof additional === 'object') return additional;
  return additional ? 'deduced' : undefined;
}

function ownProperty(properties: JsonSchemaProps['properties'], name: string): JsonSchemaProps | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Any value, owned as a whole: the items of a list without a schema. */
const untypedAtomic: ValueType = {
  scalar: 'untyped',
  list: { kind: 'atomic', keys: [], keyDefaults: new Map(), item: () => untypedAtomic },
  map: { atomic: true, deduced: true, declares: () => false, field: () => untypedAtomic },
};

/** Any value, with its type deduced: objects field by field, lists as a whole. */
const deduced: ValueType = {
  scalar: 'untyped',
  list: { kind: 'atomic', keys: [], keyDefaults: new Map(), item: () => untypedAtomic },
  map: { atomic: false, deduced: true, declares: () => false, field: () => deduced },
};

/**
 * Narrows a type to the part that a value has; null, and values that fit no part, leave the type unchanged.
 * structured-merge-diff's deduceAtom.
 */
export function partFor(type: ValueType, value: JsonValue | undefined): 'map' | 'scalar' | 'list' {
  if (value !== undefined && value !== null) {
    if (Array.isArray(value)) {
      if (type.list !== undefined) return 'list';
    } else if (typeof value === 'object') {
      if (type.map !== undefined) return 'map';
    } else if (type.scalar !== undefined) {
      return 'scalar';
    }
  }
  if (type.map !== undefined) return 'map';
  return type.scalar === undefined ? 'list' : 'scalar';
}
