import { compareVersions } from '@kb/apimachinery';
import type { CustomResourceDefinition } from './read/custom-resource-definition.ts';

/**
 * A definition with some of its versions: a definition of its own, in which one of them is stored (the preferred one,
 * where the stored one is not among them). Undefined: it has none of them. The definition that is given stays as it is,
 * and is given back where nothing is left out.
 */
export function onlyVersions(
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
