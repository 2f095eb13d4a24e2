import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { NamedType, TypeId } from '../../model/model.ts';
import { withPatches } from './merged-parts.ts';
import type { SchemaContext } from './schema-context.ts';
import { unpatchedUsedSchema } from './used-schema.ts';

/**
 * Returns the schema of a declared type, with references resolved to branches of `allOf`s. Cached by type: never change
 * it. Reports a type that contains itself.
 */
export function declaredSchema(context: SchemaContext, id: TypeId): JsonSchemaProps {
  const { schemas, open } = context.declared;
  const present = schemas.get(id);
  if (present !== undefined) return present;
  const type = context.model.types.get(id);
  if (type === undefined) return {};
  if (open.includes(type)) {
    reportCycle(context, type);
    return {};
  }
  const schema = withPatches(unpatchedDeclaredSchema(context, type), type, context.reporter);
  schemas.set(id, schema);
  return schema;
}

/** The schema of a declared type without the patches of its markers. */
export function unpatchedDeclaredSchema(context: SchemaContext, type: NamedType): JsonSchemaProps {
  const { unpatched, open } = context.declared;
  const present = unpatched.get(type.id);
  if (present !== undefined) return present;
  open.push(type);
  const schema = unpatchedUsedSchema(context, type.type, type);
  open.pop();
  unpatched.set(type.id, schema);
  return schema;
}

function reportCycle({ declared: { open }, reporter }: SchemaContext, type: NamedType): void {
  const cycle = [...open.slice(open.indexOf(type)), type].map(({ name }) => name).join(' → ');
  reporter.report(type.span, {
    code: 'KB_RECURSIVE_TYPE',
    message: `a CRD cannot express a type that contains itself: ${cycle}`,
    hint: 'mark one field on the way with +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
  });
}
