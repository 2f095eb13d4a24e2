import type { TypeUse } from '../../model/model.ts';
import { typeOf } from '@kb/kubernetes/data';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { LoadContext } from '../context/load-context.ts';
import { integers } from './integers.ts';
import { isBuiltInScalar, isBuiltInText } from './intersect-uses.ts';
import { fieldsOf, underlying } from '../../model/type-uses.ts';

/** A type whose fields another type inherits. */
export interface Parent {
  readonly name: string;
  readonly type: TypeUse;
  readonly span: Span;
}

/**
 * Reports fields whose types in several parents have no common value. Returns the parents without conflicts, and the
 * first of those with conflicts. Fields declared in `own` replace inherited ones.
 */
export function checkParents<P extends Parent>(
  context: LoadContext,
  parents: readonly P[],
  own: ReadonlySet<string>,
): readonly P[] {
  const seen = new Map<string, { readonly shape: string; readonly parent: P }>();
  const conflicts: Conflict<P>[] = [];
  for (const parent of parents) {
    for (const field of fieldsOf(context.types, parent.type, parent.span) ?? []) {
      const shape = own.has(field.name) ? undefined : shapeOf(underlying(context.types, field.type));
      if (shape === undefined) continue;
      const earlier = seen.get(field.name);
      if (earlier === undefined) seen.set(field.name, { shape, parent });
      else if (earlier.shape !== shape) {
        conflicts.push({ field: field.name, earlier, parent, shape });
      }
    }
  }
  for (const { field, earlier, parent, shape } of conflicts) {
    // The first of three parents can conflict with both others: all these fields must be omitted from it.
    const fields = conflicts.flatMap((other) => (other.earlier.parent === earlier.parent ? [other.field] : []));
    context.reporter.report(parent.span, {
      code: 'KB_CONFLICTING_TYPES',
      message: `the field ${field} is ${earlier.shape} in ${earlier.parent.name}, and ${shape} in ${parent.name}`,
      hint: `keep ${field} in only one of the two: remove it from the other, or write ${withoutFields(earlier.parent.name, [...new Set(fields)])}`,
    });
  }
  const conflicting = new Set(conflicts.map(({ field }) => field));
  // The first conflicting parent is kept; more would lead to further errors about the same mistake.
  return parents.filter((parent) =>
    (conflicting.size === 0 ? [] : (fieldsOf(context.types, parent.type, parent.span) ?? [])).every(
      ({ name }) => !conflicting.has(name) || seen.get(name)?.parent === parent,
    ),
  );
}

/** A field whose types in two parents have no common value. */
interface Conflict<P> {
  readonly field: string;
  readonly earlier: { readonly shape: string; readonly parent: P };
  readonly parent: P;
  readonly shape: string;
}

/** A type without some fields, as TypeScript. */
function withoutFields(type: string, fields: readonly string[]): string {
  const names = fields.map((field) => `'${field}'`).join(' | ');
  return `Omit<${type.endsWith('...') ? '…' : type}, ${names}>`;
}

/** Describes the JSON of a type; undefined if there is no short description. */
function shapeOf(type: TypeUse): string | undefined {
  switch (type.kind) {
    case 'scalar':
      if (type.scalar === 'boolean') return 'true or false';
      if (type.scalar === 'string' || type.scalar === 'bytes') return 'text';
      return integers.has(type.scalar) ? 'a whole number' : 'a number';
    case 'enum': {
      const [value] = type.values;
      if (typeof value === 'boolean') return 'true or false';
      return typeof value === 'string' ? 'text' : 'a whole number';
    }
    case 'pattern':
      return 'text';
    case 'list':
      return 'a list';
    case 'object':
    case 'union':
    case 'map':
    case 'kubernetesObject':
      return 'an object';
    case 'builtIn':
      if (isBuiltInScalar(type)) return isBuiltInText(type) ? 'text' : 'text or a number';
      return typeOf(type.name)?.struct === true && typeOf(type.name)?.override === undefined ? 'an object' : undefined;
    default:
      return undefined;
  }
}
