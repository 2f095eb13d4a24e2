import { kinds, type TypeName, typeOf } from '@kb/kubernetes/data';

let packages: ReadonlyMap<string, string> | undefined;

/** The kinds that every group version has in addition to its own. */
const metaKinds = new Set([
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
]);

/** The kinds that belong to no group: their version is `v1`, or missing, as for APIVersions. */
const unversionedKinds = new Set(['Status', 'APIVersions', 'APIGroupList', 'APIGroup', 'APIResourceList']);

/**
 * Returns the type of a built-in kind that has a protobuf form, by `apiVersion` and `kind`; undefined for all others.
 */
export function typeOfKind(apiVersion: string, kind: string): TypeName | undefined {
  if ((apiVersion === 'v1' || apiVersion === '') && unversionedKinds.has(kind)) return `meta/v1.${kind}`;
  if (metaKinds.has(kind) && (apiVersion === 'meta.k8s.io/v1' || packageOfVersion(apiVersion)))
    return `meta/v1.${kind}`;
  // The v1beta1 list has other field numbers, and is only written, never read.
  if (apiVersion === 'meta.k8s.io/v1' && kind === 'PartialObjectMetadataList') return `meta/v1.${kind}`;
  if (apiVersion === 'meta.k8s.io/v1' || apiVersion === 'meta.k8s.io/v1beta1')
    return kind === 'PartialObjectMetadata' ? `meta/v1.${kind}` : undefined;
  const packageName = packageOfVersion(apiVersion);
  const type = packageName === undefined ? undefined : typeOf(`${packageName}.${kind}`);
  return type?.inline.some((embedded) => embedded.type.kind === 'named' && embedded.type.name === 'meta/v1.TypeMeta')
    ? type.name
    : undefined;
}

/** Returns the package of the data file that has the kinds of a group version. */
function packageOfVersion(apiVersion: string): string | undefined {
  packages ??= new Map(
    kinds().map(({ group, version, type }) => [
      group === '' ? version : `${group}/${version}`,
      type.slice(0, type.lastIndexOf('.')),
    ]),
  );
  return packages.get(apiVersion);
}
