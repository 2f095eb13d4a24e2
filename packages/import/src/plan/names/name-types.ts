import { type BaseName, baseNameOf, nameOfField, sureness } from './base-name.ts';
import { endOfAll, endOfMost, startOfAll } from '../words/common-words.ts';
import { type DraftType, type DraftUse, isRootField } from '../drafts/draft-type.ts';
import { candidatesOf, type NamePath } from './name-candidates.ts';
import type { Recognised } from '../recognise/recognise.ts';
import { uniqueNames } from './unique-names.ts';
import { wordsOf } from '../words/words.ts';

/**
 * Names the types of a folder.
 *
 * @param types kinds first, then ordered so that types come before the types that they use.
 * @param names `reserved`: names that only kinds may have; `imported`: names that only types with a certain name may
 * have.
 */
export function nameTypes(
  types: readonly DraftType[],
  recognised: ReadonlyMap<DraftType, Recognised>,
  { reserved, imported }: { readonly reserved: ReadonlySet<string>; readonly imported: ReadonlySet<string> },
): ReadonlyMap<DraftType, string> {
  const names = new Map<DraftType, string>();
  const taken = new Set<string>();
  for (const type of types) {
    if (type.kind === undefined) continue;
    const name = freeKindName(type.kind.definition.spec.names.kind, taken);
    names.set(type, name);
    taken.add(name.toLowerCase());
  }
  for (const name of reserved) taken.add(name.toLowerCase());
  const places = placesOf(types, recognised, new Set(names.values()));
  const twins = twinsIn(types, places);
  const seekers = types
    .filter(({ kind }) => kind === undefined)
    .map((type) => {
      const path = pathOf(type, places, twins);
      const { candidates, spares } = candidatesOf(path);
      const isFree = (name: string): boolean => !imported.has(name) || path.base.sureness >= sureness.described;
      return {
        type,
        candidates: candidates.filter(({ name }) => isFree(name)),
        spares: spares.filter((name) => !imported.has(name)),
        // The types inside a Kubernetes type are as common as it is.
        uses: recognised.has(type) ? (places.get(type)?.count ?? 0) : type.uses.length,
      };
    });
  for (const [{ type }, name] of uniqueNames(seekers, taken)) names.set(type, name);
  return names;
}

/** A kind keeps its own name, unless two definitions have the same. */
function freeKindName(kind: string, taken: ReadonlySet<string>): string {
  let name = kind;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${kind}${number}`;
  return name;
}

/** The place of a type. */
interface Place {
  readonly base: BaseName;
  readonly byField: BaseName;
  /** The use nearest to a kind. */
  readonly use: DraftUse | undefined;
  readonly depth: number;
  /** The number of its places, counted from the kinds. */
  readonly count: number;
  /** True for a kind, its spec and its status, at which prefixes end. */
  readonly isRoot: boolean;
  readonly kinds: ReadonlySet<string>;
  readonly parts: ReadonlySet<string>;
}

function placesOf(
  types: readonly DraftType[],
  recognised: ReadonlyMap<DraftType, Recognised>,
  kinds: ReadonlySet<string>,
): ReadonlyMap<DraftType, Place> {
  const places = new Map<DraftType, Place>();
  const names = new Map<DraftType, BaseName>();
  for (const type of types) {
    const context = { kinds, recognised, names };
    const base = baseNameOf(type, context);
    names.set(type, base);
    places.set(type, placeOf(type, { base, byField: nameOfField(type, context) }, places));
  }
  return places;
}

function placeOf(
  type: DraftType,
  { base, byField }: Pick<Place, 'base' | 'byField'>,
  places: ReadonlyMap<DraftType, Place>,
): Place {
  const kinds = new Set<string>(type.kind === undefined ? [] : [type.kind.definition.spec.names.kind]);
  const parts = new Set<string>();
  // A type named after a kind belongs to that kind, wherever else it is used.
  const isOfKind = base.sureness === sureness.root && type.uses.some(({ by }) => by.kind !== undefined);
  let nearest: DraftUse | undefined;
  let depth = 0;
  let count = type.kind === undefined ? 0 : 1;
  for (const use of type.uses) {
    const by = places.get(use.by);
    if (by === undefined) continue;
    count = Math.min(count + by.count, 1_000_000);
    if (!isOfKind || use.by.kind !== undefined) for (const kind of by.kinds) kinds.add(kind);
    for (const part of use.by.kind === undefined ? by.parts : [use.field ?? '']) parts.add(part);
    if (nearest !== undefined && by.depth + 1 >= depth) continue;
    nearest = use;
    depth = by.depth + 1;
  }
  return { base, byField, use: nearest, depth, count, isRoot: base.sureness >= sureness.root, kinds, parts };
}

/** The types that only occur together with another type of the same name, in a field of another name. */
function twinsIn(types: readonly DraftType[], places: ReadonlyMap<DraftType, Place>): ReadonlySet<DraftType> {
  const fieldsOf = new Map<DraftType, Map<string, Set<string>>>();
  const baseOf = (type: DraftType): string => places.get(type)?.base.name.toLowerCase() ?? '';
  for (const type of types) {
    const base = baseOf(type);
    for (const { by } of type.uses) {
      const fields = fieldsOf.get(by) ?? new Map<string, Set<string>>();
      fieldsOf.set(by, fields.set(base, (fields.get(base) ?? new Set()).add(places.get(type)?.byField.name ?? '')));
    }
  }
  return new Set(
    types.filter((type) => type.uses.every(({ by }) => (fieldsOf.get(by)?.get(baseOf(type))?.size ?? 0) > 1)),
  );
}

const noName: BaseName = { name: '', words: [], sureness: sureness.fallback, isClear: false };

function pathOf(type: DraftType, places: ReadonlyMap<DraftType, Place>, twins: ReadonlySet<DraftType>): NamePath {
  let place = places.get(type);
  const { base, byField } = place ?? { base: noName, byField: noName };
  const kinds = [...(place?.kinds ?? [])].map(wordsOf);
  const [part] = place?.parts.size === 1 ? place.parts : [];
  const kind = endOfAll(kinds) ?? startOfAll(kinds) ?? [];
  // A name that needs a prefix gets it from the place where the type is used inside other types.
  const inner =
    base.isClear || kind.length > 0 ? undefined : type.uses.find(({ by }) => places.get(by)?.isRoot === false);
  const around: (readonly string[])[] = [];
  let firstKind = '';
  for (let use = inner ?? place?.use; use !== undefined; use = place?.use) {
    place = places.get(use.by);
    if (use.by.kind !== undefined) firstKind = use.by.kind.definition.spec.names.kind;
    else if (place !== undefined && !place.isRoot && !isPartName(place.base.words)) around.push(place.base.words);
  }
  const users = [...new Set(type.uses.map(({ by }) => by))].flatMap((by) => places.get(by) ?? []);
  // The name of one user would not fit the others.
  const shared =
    users.length < 2 || users.some(({ isRoot }) => isRoot)
      ? undefined
      : endOfMost(users.map((user) => user.base.words));
  // Not even a common beginning: the name of one user would mislead for the others.
  const isOfNone = users.length > 1 && shared === undefined && !users.some(({ isRoot }) => isRoot);
  const start = isOfNone ? startOfAll(users.map((user) => user.base.words)) : undefined;
  return {
    base,
    byField,
    isTwin: twins.has(type),
    ...(isOfNone && { ofAll: start ?? (kind.length > 0 ? kind : ['Shared']) }),
    around: shared === undefined ? around : [shared, ...around],
    isEverywhere: type.form === 'enum' && kind.length > 0 && users.length > 1 && shared === undefined,
    kind,
    firstKind: wordsOf(firstKind),
    part: isRootField(part) ? part : undefined,
  };
}

/** True for a name that only means the spec or the status of the surrounding type. */
function isPartName(words: readonly string[]): boolean {
  const [word, second] = words;
  return second === undefined && isRootField(word?.toLowerCase());
}
