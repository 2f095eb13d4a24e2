/** Replaces the versions of packages that are released together in a package.json. */
export function withPackageVersions(manifest: string, names: ReadonlySet<string>, version: string): string {
  return manifest.replace(/^( *"([^"]+)": ")\d[^"]*(",?)$/gm, (line, start: string, name: string, end: string) =>
    names.has(name) ? `${start}${version}${end}` : line,
  );
}

/** Replaces the value of the constant `VERSION` in a source file. Throws when there is none. */
export function withVersionConstant(source: string, version: string): string {
  const constant = /(?<=^export const VERSION = ')[^']*(?=';$)/m;
  if (!constant.test(source)) throw new Error('the file has no constant VERSION');
  return source.replace(constant, version);
}

/**
 * Moves the "Unreleased" changes of the changelog under a heading for the version, and leaves "Unreleased" empty.
 * `date`: such as `2026-11-23`. Throws when there are no unreleased changes, because users would not learn what
 * changed.
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const unreleased = /^## Unreleased\n(?<changes>[\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog);
  if (!unreleased?.groups?.['changes']?.trim()) {
    throw new Error('CHANGELOG.md has nothing under "## Unreleased": describe what changes for users');
  }
  return changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`);
}
