import { compareVersions } from '@kb/apimachinery/server';
import type { CustomResourceDefinition } from '../read/custom-resource-definition.ts';
import { importedKinds, isExternal, type VersionFolder } from './read-folder.ts';
import type { ReadDefinition } from '../read/definition-place.ts';

/** A kind whose definition has more versions than are imported. */
export interface KindWithMore {
  readonly group: string;
  readonly kind: string;
  /** The imported versions, as in the import before. */
  readonly versions: readonly string[];
  /** Other served versions. */
  readonly others: readonly string[];
}

/** A kind with imported versions that its definition does not have. */
export interface KindWithLess {
  readonly group: string;
  readonly kind: string;
  /** The versions of its definition. */
  readonly versions: readonly string[];
  /** The imported versions that are removed. */
  readonly gone: readonly string[];
}

/** The kinds whose types are removed in a version, because their definitions lack it. */
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
 * Returns the definitions of a group with the selected versions, without definitions that have none of them. `versions`
 * are the user's, to which the existing ones are added. Undefined: all; but for an existing kind of another project
 * only the existing versions, as long as its definition has one of them: such a project chose the versions that it
 * needs.
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
 * Returns a definition with some of its versions: a complete definition, in which one of them is stored (the preferred
 * one, if the stored one is omitted). Undefined if it has none of them. Does not change the given definition, and
 * returns it if nothing is omitted.
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
