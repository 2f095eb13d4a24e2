import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { flattenEmbedded } from '@kb/kubernetes/data';
import { fieldsOf } from '../../model/type-uses.ts';
import type { UnionBranch, UnionType } from '../../model/model.ts';
import { uniteShapes } from '../union/unite-shapes.ts';
import { immutableRulesOfUnion, withoutImmutableRules } from './immutable-fields.ts';
import { mergeable } from './merged-parts.ts';
import type { SchemaContext } from './schema-context.ts';

/**
 * The schema of a union of objects: one object with the fields of all members, and a `oneOf` that separates the
 * members.
 */
export function unionSchema(context: SchemaContext, { branches, span }: UnionType): JsonSchemaProps {
  const { model, reporter } = context;
  const fields = branches.flatMap((branch) => fieldsOf(model.types, branch.type, branch.span) ?? []);
  const names = new Set(fields.map(({ name }) => name));
  const shapes = branches.map((branch) => ({
    name: branch.name,
    span: branch.span,
    schema: withoutImmutableRules(branchSchema(context, branch), names),
  }));
  const schema = uniteShapes(shapes, span, reporter);
  const rules = immutableRulesOfUnion(fields, schema.required ?? [], reporter);
  return rules.length === 0
    ? schema
    : { ...schema, 'x-kubernetes-validations': [...rules, ...(schema['x-kubernetes-validations'] ?? [])] };
}

/** The schema of one member, its parts merged. */
function branchSchema(context: SchemaContext, { type, span }: UnionBranch): JsonSchemaProps {
  const schema = context.typeSchema(type, span);
  return mergeable([schema], span, context.reporter).length === 0 ? {} : flattenEmbedded(schema);
}
