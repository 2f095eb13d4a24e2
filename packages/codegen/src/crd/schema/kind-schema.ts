import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { flattenEmbedded } from '@kb/kubernetes/data';
import { declaredNames, fieldsOf, metaFields } from '../../model/type-uses.ts';
import type { Kind, Model, NamedType, TypeUse } from '../../model/model.ts';
import { unpatchedDeclaredSchema } from './declared-schema.ts';
import { reportUnmergeable, withPatches } from './merged-parts.ts';
import type { SchemaContext } from './schema-context.ts';

/** Returns the schema of a kind with its parts merged; undefined if they cannot be merged, which is reported. */
export function kindSchema(context: SchemaContext, { type: id, name, span, facts }: Kind): JsonSchemaProps | undefined {
  const { model, reporter } = context;
  const type = model.types.get(id);
  if (type === undefined) return undefined;
  try {
    const schema = withoutCommentOfMetadata(model, flattenEmbedded(unpatchedDeclaredSchema(context, type)), type);
    return withPatches(withInheritedMeta(model, schema, type.type, facts.withoutTypeMeta), type, reporter);
  } catch (error) {
    reportUnmergeable(error, name, span, reporter);
    return undefined;
  }
}

/**
 * As in controller-gen, a comment on a kind's metadata is only for readers of the source: the API server refuses a
 * description there.
 */
function withoutCommentOfMetadata(model: Model, schema: JsonSchemaProps, { type, span }: NamedType): JsonSchemaProps {
  const metadata = schema.properties?.['metadata'];
  const field = fieldsOf(model.types, type, span)?.find(({ name }) => name === 'metadata');
  const isExact = field?.markers.some(({ effect }) => effect.on === 'description') === true;
  if (metadata?.description === undefined || isExact) return schema;
  const { description: _, ...rest } = metadata;
  return { ...schema, properties: { ...schema.properties, metadata: rest } };
}

/**
 * Adapts the schema of inherited metadata. The API server knows apiVersion, kind and metadata of every object, so the
 * schema of a kind that inherits them only names them, or omits them (`leftOut`); members that the kind declares itself
 * stay.
 */
function withInheritedMeta(model: Model, schema: JsonSchemaProps, type: TypeUse, leftOut: boolean): JsonSchemaProps {
  const { properties: all = {}, ...rest } = schema;
  const declared = declaredNames(model.types, type);
  const properties = Object.entries(all).flatMap(([name, property]): [string, JsonSchemaProps][] => {
    if (declared.has(name) || !metaFields.has(name)) return [[name, property]];
    return leftOut ? [] : [[name, name === 'metadata' ? { type: 'object' } : property]];
  });
  return properties.length === 0 ? rest : { ...rest, properties: Object.fromEntries(properties) };
}
