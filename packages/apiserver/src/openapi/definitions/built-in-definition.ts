import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import {
  type FieldData,
  packageOf,
  type ScalarName,
  type TypeData,
  type TypeName,
  typeOf,
  type TypeRef,
} from '@kb/kubernetes/data';
import { sortedByName } from './sorted-by-name.ts';
import { describe } from './describe.ts';
import { definitionName } from './definition-name.ts';
import { inKeywordOrder } from './keyword-order.ts';

/** The definition of a built-in type in version 3, and the types that it refers to. */
export interface BuiltInDefinition {
  readonly schema: JsonObject;
  readonly references: readonly TypeName[];
}

const known = new Map<TypeName, BuiltInDefinition>();

/**
 * Returns the definition of a built-in type: openapi-gen's output for the Go type, with descriptions only where custom
 * resources refer to it. Cached.
 */
export function builtInDefinition(type: TypeName): BuiltInDefinition {
  let definition = known.get(type);
  if (!definition) {
    const references = new Set<TypeName>();
    const schema = withDescription(opaque[type] ?? structDefinition(dataOf(type), references), describe(type));
    definition = { schema, references: [...references] };
    known.set(type, definition);
  }
  return definition;
}

/** Types that are not structs on the wire. */
const opaque: Readonly<Record<TypeName, JsonObject>> = {
  'meta/v1.Time': { type: 'string', format: 'date-time' },
  'meta/v1.MicroTime': { type: 'string', format: 'date-time' },
  'meta/v1.Duration': { type: 'string' },
  'meta/v1.FieldsV1': { type: 'object' },
  'meta/v1.Patch': { type: 'object' },
  'resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'intstr.IntOrString': { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  'runtime.RawExtension': { type: 'object' },
  'apiextensions/v1.JSON': {},
  'apiextensions/v1.JSONSchemaPropsOrArray': {},
  'apiextensions/v1.JSONSchemaPropsOrBool': {},
  'apiextensions/v1.JSONSchemaPropsOrStringArray': {},
};

/** Structs with exactly one of several members, and their discriminators. */
const unions: Readonly<Record<TypeName, { discriminator?: string; members: JsonObject }>> = {
  'core/v1.AppArmorProfile': { discriminator: 'type', members: { localhostProfile: 'LocalhostProfile' } },
  'core/v1.PodSchedulingGroup': { members: { podGroupName: 'PodGroupName' } },
  'core/v1.SeccompProfile': { discriminator: 'type', members: { localhostProfile: 'LocalhostProfile' } },
  'flowcontrol/v1.LimitResponse': { discriminator: 'type', members: { queuing: 'Queuing' } },
  'flowcontrol/v1.PriorityLevelConfigurationSpec': {
    discriminator: 'type',
    members: { exempt: 'Exempt', limited: 'Limited' },
  },
  'flowcontrol/v1.Subject': {
    discriminator: 'kind',
    members: { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' },
  },
};

function dataOf(type: TypeName): TypeData {
  const data = typeOf(type);
  if (!data) throw new RangeError(`the data file has no type "${type}"`);
  return data;
}

function structDefinition(data: TypeData, references: Set<TypeName>): JsonObject {
  const properties: [string, JsonObject][] = [];
  const required: string[] = [];
  for (const field of fieldsOf(data)) {
    const schema = fieldSchema(data.name, field, references);
    properties.push([field.name, withDescription(schema, describe(data.name, field.name))]);
    if (field.required && !field.optionalOnServer) required.push(field.name);
  }
  const union = unions[data.name];
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(sortedByName(properties)),
    }),
    ...kindOf(data),
    ...extensionsOf(data.schema),
    ...extensionsOf(data.server),
    ...(union && {
      'x-kubernetes-unions': [
        {
          ...(union.discriminator !== undefined && { discriminator: union.discriminator }),
          'fields-to-discriminateBy': union.members,
        },
      ],
    }),
  };
}

function withDescription(schema: JsonObject, description: string | undefined): JsonObject {
  return description === undefined ? schema : inKeywordOrder({ ...schema, description });
}

/** A struct's fields, after those of embedded structs. */
function fieldsOf(data: TypeData): FieldData[] {
  const embedded = data.inline.flatMap(({ type }) => (type.kind === 'named' ? fieldsOf(dataOf(type.name)) : []));
  return [...embedded, ...data.fields];
}

/** A type with a kind of its own has the extension that says so. */
function kindOf(data: TypeData): JsonObject {
  const isKind = data.inline.some(({ type }) => type.kind === 'named' && type.name === 'meta/v1.TypeMeta');
  // Types that all groups share belong to the core group.
  const home = data.package === 'meta/v1' ? { group: '', version: 'v1' } : packageOf(data.package);
  if (!isKind || home?.version === undefined) return {};
  return {
    'x-kubernetes-group-version-kind': [{ group: home.group ?? '', kind: data.localName, version: home.version }],
  };
}

/** Fields that refer to another definition and have no description of their own. */
const bare = new Set([
  'apiextensions/v1.JSONSchemaProps.additionalItems',
  'apiextensions/v1.JSONSchemaProps.additionalProperties',
  'apiextensions/v1.JSONSchemaProps.example',
  'apiextensions/v1.JSONSchemaProps.externalDocs',
  'apiextensions/v1.JSONSchemaProps.items',
  'apiextensions/v1.JSONSchemaProps.not',
  'networking/v1.IngressRule.http',
]);

function fieldSchema(type: TypeName, field: FieldData, references: Set<TypeName>): JsonObject {
  const mayBeAbsent = field.omit !== 'never';
  const schema = { ...schemaOf(field.type, mayBeAbsent, references) };
  for (const added of [field.schema, field.server]) {
    if (!added) continue;
    if (added.default !== undefined) schema.default = added.default;
    if (added.items) schema.items = { ...(schema.items as JsonObject), ...extensionsOf(added.items) };
    Object.assign(schema, extensionsOf(added));
  }
  if (field.patchMergeKey !== undefined) schema['x-kubernetes-patch-merge-key'] = field.patchMergeKey;
  if (field.patchStrategy !== undefined) schema['x-kubernetes-patch-strategy'] = field.patchStrategy;
  // Keywords beside a reference, even a description alone, need an allOf.
  if ('$ref' in schema && !bare.has(`${type}.${field.name}`)) {
    const { $ref, ...rest } = schema;
    return inKeywordOrder({ ...rest, allOf: [{ $ref: $ref as string }] });
  }
  return inKeywordOrder(schema);
}

/** The schema of a value. `mayBeAbsent`: Go omits the zero value, so it is not a default. */
function schemaOf(reference: TypeRef, mayBeAbsent: boolean, references: Set<TypeName>): JsonObject {
  const pointer = reference.pointer === true;
  switch (reference.kind) {
    case 'scalar':
      return scalarSchema(reference.name, pointer || mayBeAbsent);
    case 'bytes':
      return { type: 'string', format: 'byte' };
    case 'any':
      return {};
    case 'list':
      return { type: 'array', items: schemaOf(reference.items, false, references) };
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(reference.values, false, references) };
    case 'named': {
      const data = dataOf(reference.name);
      if (opaque[reference.name]) return referTo(reference.name, references);
      if (!data.struct && data.type) {
        const schema = schemaOf(pointer ? { ...data.type, pointer } : data.type, mayBeAbsent, references);
        return { ...schema, ...extensionsOf(data.schema), ...(data.enum && { enum: data.enum.toSorted() }) };
      }
      const target = referTo(reference.name, references);
      return pointer ? target : { default: {}, allOf: [target] };
    }
  }
}

function referTo(type: TypeName, references: Set<TypeName>): JsonObject {
  references.add(type);
  return { $ref: `#/components/schemas/${definitionName(type)}` };
}

const integer = (format: 'int32' | 'int64'): JsonObject => ({ type: 'integer', format });

const scalars: { readonly [name in ScalarName]: JsonObject } = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int: integer('int32'),
  int8: integer('int32'),
  int16: integer('int32'),
  int32: integer('int32'),
  int64: integer('int64'),
  uint: integer('int32'),
  uint8: integer('int32'),
  uint16: integer('int32'),
  uint32: integer('int64'),
  uint64: integer('int64'),
  float32: { type: 'number', format: 'float' },
  float64: { type: 'number', format: 'double' },
};

function scalarSchema(name: ScalarName, withoutZero: boolean): JsonObject {
  const schema = scalars[name];
  const zero: JsonValue = name === 'string' ? '' : name === 'bool' ? false : 0;
  return withoutZero ? schema : { ...schema, default: zero };
}

const groupVersionKindExtensions = [
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
] as const;

function extensionsOf(schema: JsonSchemaProps | undefined): JsonObject {
  const extensions: JsonObject = {};
  for (const keyword of groupVersionKindExtensions) {
    const value = schema?.[keyword];
    if (value !== undefined) extensions[keyword] = value;
  }
  return extensions;
}
