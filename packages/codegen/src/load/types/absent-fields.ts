import type { AbsentField, TypeId, TypeUse } from '../../model/model.ts';
import type { LoadContext } from '../context/load-context.ts';

/**
 * Reports `name?: never` where it says nothing: outside of unions, whose shapes say by it that another shape has the
 * field. Values have the fields of one shape alone in any case.
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
  /** A shape of a union, itself or by what it is made of. */
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
