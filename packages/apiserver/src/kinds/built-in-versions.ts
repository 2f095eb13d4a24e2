import type { BuiltInKind, BuiltInVersion } from './shared/built-in-kind.ts';
import * as registry from './registry.ts';

let versions: ReadonlyMap<string, BuiltInVersion> | undefined;

/**
 * Returns the record of a built-in kind in one version, such as `apps/v1` and `Deployment`; undefined for kinds and
 * versions that are not served.
 */
export function builtInVersion(apiVersion: string, kind: string): BuiltInVersion | undefined {
  versions ??= new Map(Object.values<BuiltInKind>(registry).flatMap(versionsOf));
  return versions.get(`${apiVersion}/${kind}`);
}

function versionsOf(record: BuiltInKind): (readonly [string, BuiltInVersion])[] {
  const { group, kind, version = 'v1', otherVersions = {} } = record;
  const prefix = group === '' ? '' : `${group}/`;
  return [[version, record] as const, ...Object.entries(otherVersions)].map(
    ([name, known]) => [`${prefix}${name}/${kind}`, known] as const,
  );
}
