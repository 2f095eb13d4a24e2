/** Sets the version wherever a package.json names one of the packages that are released together. */
export function withPackageVersions(manifest: string, names: ReadonlySet<string>, version: string): string {
  return manifest.replace(/^( *"([^"]+)": ")\d[^"]*(",?)$/gm, (line, start: string, name: string, end: string) =>
    names.has(name) ? `${start}${version}${end}` : line,
  );
}

/** Sets the constant `VERSION` of a source file. Throws when there is none. */
export function withVersionConstant(source: string, version: string): string {
  const constant = /(?<=^export const VERSION = ')[^']*(?=';$)/m;
  if (!constant.test(source)) throw new Error('the file has no constant VERSION');
  return source.replace(constant, version);
}

/**
 * Gives what stands under "Unreleased" in the changelog the heading of the version, and leaves an empty "Unreleased"
 * above it. `date`: such as `2026-11-23`. Throws when nothing is unreleased: users would not see what changed.
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const unreleased = /^## Unreleased\n(?<changes>[\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog);
  if (!unreleased?.groups?.['changes']?.trim()) {
    throw new Error('CHANGELOG.md has nothing under "## Unreleased": describe what changes for users');
  }
  return changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`);
}
