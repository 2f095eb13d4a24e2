import type { GroupVersion, Kind, Model, TypeId } from '../model/model.ts';
import { type ClientNames, clientNamesOf } from '../naming/client-names.ts';
import { compareText } from '../text/compare-text.ts';

/** The names of the files that are not of a kind. */
export const INDEX_FILE = 'index.ts';
export const SHARED_TYPES_FILE = 'shared-types.ts';
export const GROUP_VERSION_FILE = 'group-version.ts';

/** The `apiVersion` of a group version's objects. */
export function apiVersionOf({ group, version }: Pick<GroupVersion, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The names of a kind in the client. */
export interface KindNames extends ClientNames {
  /** Its list type; undefined when the API exports a type of that name itself. */
  readonly listType: string | undefined;
}

/** Every name that the client of a group version declares. */
export interface GroupVersionNames {
  /** The constant that identifies the group version. */
  readonly groupVersion: string;
  /** The constant that lists every resource handle. */
  readonly allResources: string;
  readonly kinds: ReadonlyMap<Kind, KindNames>;
  /** The interfaces for server-side apply, by declared type, including kinds. */
  readonly applyTypes: ReadonlyMap<TypeId, string>;
  /**
   * The name under which a file imports a type of the API: its own, unless generated sources use that name for
   * something else.
   */
  readonly importedAs: (name: string) => string;
}

/** What {@link groupVersionNames} needs to know of a kind. */
export interface NamedKind {
  readonly kind: Kind;
  readonly plural: string;
  readonly listKind: string;
}

/**
 * Chooses names for everything that the client of a group version declares. No two are the same, and none is exported
 * by the API, since the index exports both. A name that is taken gets a number as a suffix; the model's order decides
 * which.
 */
export function groupVersionNames(
  model: Model,
  { exportedNames }: GroupVersion,
  kinds: readonly NamedKind[],
  objects: readonly TypeId[],
): GroupVersionNames {
  const taken = new Set(exportedNames);
  const constants = { groupVersion: free('groupVersion', taken), allResources: free('allResources', taken) };
  const files = new Set([INDEX_FILE]);
  const byKind = new Map<Kind, KindNames>();
  const applyTypes = new Map<TypeId, string>();
  for (const { kind, plural, listKind } of kinds) {
    const regular = clientNamesOf({ kind: kind.name, plural });
    const applyType = free(regular.applyType, taken);
    applyTypes.set(kind.type, applyType);
    byKind.set(kind, {
      handle: free(regular.handle, taken),
      kindConstant: free(regular.kindConstant, taken),
      applyType,
      cachedType: free(regular.cachedType, taken),
      listType: exportedNames.has(listKind) ? undefined : free(listKind, taken),
      file: freeFile(regular.file, files),
    });
  }
  for (const id of objects.toSorted(compareText)) {
    applyTypes.set(id, free(`${model.types.get(id)?.name ?? 'Unknown'}Apply`, taken));
  }
  const imported = new Map<string, string>();
  return {
    ...constants,
    kinds: byKind,
    applyTypes,
    importedAs: (name) => {
      if (!usedInSources.has(name)) return name;
      const known = imported.get(name) ?? free(`${name}Type`, taken);
      imported.set(name, known);
      return known;
    },
  };
}

/** The names that generated sources use without declaring them. */
const usedInSources: ReadonlySet<string> = new Set(['kb', 'NonNullable', 'Omit', 'Pick']);

function free(base: string, taken: Set<string>): string {
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}${number}`;
  taken.add(name);
  return name;
}

function freeFile(base: string, taken: Set<string>): string {
  let file = base;
  for (let number = 2; taken.has(file); number += 1) file = base.replace(/\.ts$/, `-${number}.ts`);
  taken.add(file);
  return file;
}
