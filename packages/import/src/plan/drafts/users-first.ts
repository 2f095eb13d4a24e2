import type { DraftType } from './draft-type.ts';

/** Sorts types so that each comes before the types that it uses, and otherwise keeps their order. */
export function usersFirst(types: readonly DraftType[]): readonly DraftType[] {
  const used = new Map<DraftType, DraftType[]>();
  for (const type of types) {
    for (const { by } of type.uses) {
      const list = used.get(by);
      if (list === undefined) used.set(by, [type]);
      else list.push(type);
    }
  }
  const open = new Map(types.map((type) => [type, type.uses.length]));
  const ordered = types.filter(({ uses }) => uses.length === 0);
  // The list grows during the iteration: each type adds those that were waiting only for it.
  for (const type of ordered) {
    for (const next of used.get(type) ?? []) {
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      if (left === 0) ordered.push(next);
    }
  }
  return ordered;
}
