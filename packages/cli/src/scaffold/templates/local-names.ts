import type { KindNames } from '../kind-names.ts';

/** How a scaffolded source names the kind that it is about. */
export interface LocalNames {
  /** The name of its type, which is the kind unless the source has that name for something else. */
  readonly type: string;
  /** The name of its handle. */
  readonly handle: string;
  /** The type in a list of imports, without the word `type`: `Captain`, `Status as StatusKind`. */
  readonly typeImport: string;
  /** The handle in a list of imports: `captains`, `errors as errorsResource`. */
  readonly handleImport: string;
}

/**
 * The names of a kind in a source. `taken`: the names that the source imports, declares or uses as globals and that a
 * kind or a plural may have, with spaces between them.
 */
export function localNames({ kind, handle }: Pick<KindNames, 'kind' | 'handle'>, taken: string): LocalNames {
  const names = new Set(taken.split(' '));
  const type = names.has(kind) ? `${kind}Kind` : kind;
  const local = names.has(handle) ? `${handle}Resource` : handle;
  return { type, handle: local, typeImport: importAs(kind, type), handleImport: importAs(handle, local) };
}

/** A name in a list of imports: `Status`, `Status as StatusKind`. */
export function importAs(name: string, local: string): string {
  return name === local ? name : `${name} as ${local}`;
}

/** What the types of a kind are made of, which the kind itself may be named like. */
export function machineryTypes(kind: string): {
  readonly condition: string;
  readonly base: string;
  readonly imports: string;
} {
  const condition = kind === 'Condition' ? 'StatusCondition' : 'Condition';
  const base = kind === 'KubernetesObject' ? 'BaseObject' : 'KubernetesObject';
  return { condition, base, imports: `${importAs('Condition', condition)}, ${importAs('KubernetesObject', base)}` };
}
