import type { AbsentField, TypeId, TypeUse } from '../../model/model.ts';
import type { LoadContext } from '../context/load-context.ts';

/**
 * Reports `name?: never` where it has no effect: outside of unions. In a union, it marks a field that only other shapes
 * have; the schema gives a value the fields of one shape only, with or without it.
 */
export function reportAbsentFields({ types, absent, reporter }: LoadContext): void {
  if (absent.length === 0) return;
  const meant = new Set<AbsentField>();
  const seen = new Set<TypeId>();

  const visit = (use: TypeUse): void => {
    switch (use.kind) {
      case 'nullable':
        return visit(use.of);
      case 'list':
        return visit(use.items);
      case 'map':
        return visit(use.values);
      case 'union':
        for (const { type } of use.branches) {
          meansAbsent(type);
          visit(type);
        }
        return;
      case 'object':
        for (const parent of use.parents) visit(parent);
        for (const { type } of use.fields) visit(type);
        return;
      default:
        return;
    }
  };
  /** Collects the absent fields of a shape of a union, and of the types that it refers to. */
  const meansAbsent = (use: TypeUse): void => {
    if (use.kind === 'named' && !seen.has(use.id)) {
      seen.add(use.id);
      const declared = types.get(use.id);
      if (declared !== undefined) meansAbsent(declared.type);
    }
    if (use.kind !== 'object') return;
    for (const field of use.absent ?? []) meant.add(field);
    for (const parent of use.parents) meansAbsent(parent);
  };
  for (const declared of types.values()) if (declared !== undefined) visit(declared.type);

  for (const field of absent) {
    if (meant.has(field)) continue;
    reporter.report(field.span, {
      code: 'KB_NO_SCHEMA',
      message: `no value has the field ${field.name}: there is no value of the type never`,
      hint: `remove the field; ${field.name}?: never only works inside a union: { a: string; ${field.name}?: never } | { ${field.name}: string; a?: never }`,
    });
  }
}
