import { compareVersions } from '@kb/apimachinery/server';
import type { CustomResourceDefinition } from '../read/custom-resource-definition.ts';
import { importedKinds, isExternal, type VersionFolder } from './read-folder.ts';
import type { ReadDefinition } from '../read/definition-place.ts';

/** A kind whose definition has more versions than are taken of it. */
export interface KindWithMore {
  readonly group: string;
  readonly kind: string;
  /** Those that are taken: the kind was imported in them before. */
  readonly versions: readonly string[];
  /** Served ones that are not. */
  readonly others: readonly string[];
}

/** A kind that was imported in versions that its definition does not have. */
export interface KindWithLess {
  readonly group: string;
  readonly kind: string;
  /** The versions of its definition. */
  readonly versions: readonly string[];
  /** Those that are there and go. */
  readonly gone: readonly string[];
}

/** The kinds whose types go in a version: a definition says of its kind which versions there are. */
export function kindsWithLess(
  given: readonly ReadDefinition[],
  before: ReadonlyMap<string, VersionFolder>,
): readonly KindWithLess[] {
  return given.flatMap(({ definition: { spec } }) => {
    const { group, names } = spec;
    const versions = spec.versions.map(({ name }) => name);
    const there = [...before.values()].filter((folder) => importedKinds(folder).includes(names.kind));
    const gone = there.map(({ version }) => version).filter((version) => !versions.includes(version));
    return gone.length === 0 ? [] : [{ group, kind: names.kind, versions, gone: gone.sort() }];
  });
}

/**
 * The definitions of a group with the versions that are wanted; without those that have none of them. `versions` are
 * what a user asks for: they come with those that are there already. Undefined: all; but of a kind of another project
 * that is there already only what is there, as long as its definition has something of it: such a project took the
 * versions that it needs.
 */
export function withWantedVersions(
  given: readonly ReadDefinition[],
  before: ReadonlyMap<string, VersionFolder>,
  versions: readonly string[] | undefined,
): { readonly definitions: readonly ReadDefinition[]; readonly withMore: readonly KindWithMore[] } {
  const keepsVersions = versions === undefined && isExternal(before);
  if (versions === undefined && !keepsVersions) return { definitions: given, withMore: [] };
  const definitions: ReadDefinition[] = [];
  const withMore: KindWithMore[] = [];
  for (const read of given) {
    const { definition, place } = read;
    const { group, names } = definition.spec;
    const there = [...before.values()].filter((folder) => importedKinds(folder).includes(names.kind));
    const isThere = (version: string): boolean => there.some((folder) => folder.version === version);
    const wanted = onlyVersions(definition, (version) => versions?.includes(version) === true || isThere(version));
    if (keepsVersions && wanted === undefined) definitions.push(read);
    if (wanted === undefined) continue;
    definitions.push({ definition: wanted, place });
    const others = definition.spec.versions.filter(({ name, served }) => served && !isThere(name));
    if (!keepsVersions || others.length === 0) continue;
    withMore.push({
      group,
      kind: names.kind,
      versions: wanted.spec.versions.map(({ name }) => name),
      others: others.map(({ name }) => name),
    });
  }
  return { definitions, withMore };
}

/**
 * A definition with some of its versions: a definition of its own, in which one of them is stored (the preferred one,
 * where the stored one is not among them). Undefined: it has none of them. The definition that is given stays as it is,
 * and is given back where nothing is left out.
 */
function onlyVersions(
  definition: CustomResourceDefinition,
  isKept: (version: string) => boolean,
): CustomResourceDefinition | undefined {
  const { spec } = definition;
  const versions = spec.versions.filter(({ name }) => isKept(name));
  const [preferred] = versions.toSorted(
    (a, b) => Number(b.served) - Number(a.served) || compareVersions(a.name, b.name),
  );
  if (preferred === undefined) return undefined;
  if (versions.length === spec.versions.length) return definition;
  const isStored = versions.some(({ storage }) => storage);
  return {
    ...definition,
    spec: {
      ...spec,
      versions: isStored ? versions : versions.map((version) => ({ ...version, storage: version === preferred })),
    },
  };
}
