import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Span } from '../../diagnostic/diagnostic.ts';
import { isKubernetesObject, underlying } from '../../model/type-uses.ts';
import type { Field, Model, ObjectType } from '../../model/model.ts';
import { immutableRules } from './immutable-fields.ts';
import { mergeable } from './merged-parts.ts';
import { builtInSchema } from './reference-schema.ts';
import type { SchemaContext } from './schema-context.ts';
import { without } from './schema-parts.ts';

/** The schema of an object: its own fields as properties, inherited ones as branches of an `allOf`. */
export function objectSchema(
  context: SchemaContext,
  { fields, parents, open: keepsUnknown }: ObjectType,
  span: Span,
): JsonSchemaProps {
  const { model, reporter } = context;
  const own = new Set(fields.map(({ name }) => name));
  const inherited = parents.map((parent) => {
    const plain = inheritedSchema(context, context.typeSchema(parent, span), none);
    return inheritedSchema(context, plain, own);
  });
  const allOf = inherited.length > 1 ? mergeable(inherited, span, reporter) : inherited;
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const isObject = parents.some((parent) => isKubernetesObject(model.types, parent));
  const properties = fields.map(
    (field) => [field.name, fieldSchema(context, isObject ? bareMetadata(model, field) : field)] as const,
  );
  const rules = immutableRules(fields, reporter);
  return {
    type: 'object',
    ...(allOf.length > 0 && { allOf }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required: required.sort() }),
    ...(rules.length > 0 && { 'x-kubernetes-validations': rules }),
    ...(keepsUnknown && { 'x-kubernetes-preserve-unknown-fields': true }),
  };
}

const none: ReadonlySet<string> = new Set();

/**
 * A parent's schema {@link without} fields. Without prose first, so that an ancestor that has none of the fields stays
 * the same object for all who inherit it: its copies would double with each level.
 */
function inheritedSchema(
  { declared }: SchemaContext,
  schema: JsonSchemaProps,
  names: ReadonlySet<string>,
): JsonSchemaProps {
  const key = JSON.stringify([...names].sort());
  const known = declared.reduced.get(key) ?? new WeakMap<JsonSchemaProps, JsonSchemaProps>();
  declared.reduced.set(key, known);
  return without(schema, names, known);
}

/** The schema of the members of every kind: apiVersion, kind and metadata. */
export function kubernetesObjectSchema(context: SchemaContext, span: Span): JsonSchemaProps {
  const { apiVersion = {}, kind = {} } = builtInSchema(context, 'meta/v1.TypeMeta', span).properties ?? {};
  return {
    type: 'object',
    properties: { apiVersion, kind, metadata: builtInSchema(context, 'meta/v1.ObjectMeta', span) },
  };
}

function fieldSchema(context: SchemaContext, field: Field): JsonSchemaProps {
  return context.usedSchema(field.type, field);
}

/** The metadata of a kind as a bare object: the API server knows its fields. */
function bareMetadata(model: Model, field: Field): Field {
  const type = underlying(model.types, field.type);
  const isPlain = field.name === 'metadata' && type.kind === 'builtIn' && type.name === 'meta/v1.ObjectMeta';
  return isPlain ? { ...field, type: { kind: 'object', parents: [], fields: [], open: false } } : field;
}
