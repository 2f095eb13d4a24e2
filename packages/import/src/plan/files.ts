import { compareText } from '@kb/codegen/reporting';
import type { DraftType } from './drafts/draft-type.ts';
import type { FilePlan, PlannedType } from '../type-plan.ts';
import { usersFirst } from './drafts/users-first.ts';

const SHARED_FILE = 'shared.types.ts';
/** The name of the shared file if a kind is called Shared; a kind cannot be called this. */
const OTHER_SHARED_FILE = 'shared-by-kinds.types.ts';

/**
 * Puts each kind into a file of its own, with the types that no other kind uses, and types that several kinds use into
 * a shared file. Files keep the given order of types.
 */
export function filesOf(
  types: readonly DraftType[],
  planned: ReadonlyMap<DraftType, PlannedType>,
): readonly FilePlan[] {
  const files = new Map<DraftType | 'shared', { name: string; types: PlannedType[] }>();
  const names = new Set<string>();
  for (const type of types) {
    if (type.kind === undefined) continue;
    files.set(type, { name: fileName(type.kind.definition.spec.names.kind, names), types: [] });
  }
  const owners = ownersOf(types);
  const shared = { name: names.has(SHARED_FILE) ? OTHER_SHARED_FILE : SHARED_FILE, types: [] };
  for (const type of types) {
    const plannedType = planned.get(type);
    const owner = owners.get(type);
    if (plannedType === undefined || owner === undefined) continue;
    const file = files.get(owner) ?? shared;
    files.set(owner, file);
    file.types.push(plannedType);
  }
  return [...files.values()].sort((a, b) => compareText(a.name, b.name));
}

/** A name that no other file has. */
function fileName(stem: string, taken: Set<string>): string {
  let name = `${stem.toLowerCase()}.types.ts`;
  for (let number = 2; taken.has(name); number++) name = `${stem.toLowerCase()}-${number}.types.ts`;
  taken.add(name);
  return name;
}

/** The only kind that uses a type, or `shared`. */
function ownersOf(types: readonly DraftType[]): ReadonlyMap<DraftType, DraftType | 'shared'> {
  const owners = new Map<DraftType, DraftType | 'shared'>();
  for (const type of usersFirst(types)) {
    const users = new Set(type.uses.map(({ by }) => owners.get(by) ?? by));
    const [only] = users;
    owners.set(type, type.kind !== undefined ? type : users.size === 1 && only !== undefined ? only : 'shared');
  }
  return owners;
}
