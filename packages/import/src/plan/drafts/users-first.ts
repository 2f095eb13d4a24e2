import type { DraftType } from './draft-type.ts';

/** Types in an order in which each comes before what it uses, and otherwise as they are given. */
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
  // The list grows while it is gone through: with each type come those that were waiting for it last.
  for (const type of ordered) {
    for (const next of used.get(type) ?? []) {
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      if (left === 0) ordered.push(next);
    }
  }
  return ordered;
}
