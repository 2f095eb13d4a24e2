import { isOwnName, type Manifest } from './workspace-packages.ts';

/** The export condition that points to sources in this repository, and does not exist in published packages. */
const SOURCE_CONDITION = '@kb/source';

/** Sections of a package.json that only this repository uses. */
const developmentSections = ['scripts', 'devDependencies', 'nx', 'kb'];

/**
 * Returns the package.json that is published at `version`. It has no source condition, no sections that only this
 * repository uses, and no bundled dependencies. Its dependencies on other packages of this repository are pinned to the
 * same version: generated code and runtime have to match. Throws when it depends on a package of this repository that
 * is neither published nor bundled.
 */
export function publishedManifest(manifest: Manifest, version: string, siblings: ReadonlySet<string>): Manifest {
  const published: Manifest = { ...manifest, version };
  for (const section of developmentSections) delete published[section];
  if (manifest.exports) published.exports = withoutSourceCondition(manifest.exports);
  if (manifest.dependencies) {
    const bundled = new Set(manifest.kb?.bundled ?? []);
    published.dependencies = Object.fromEntries(
      Object.entries(manifest.dependencies)
        .filter(([name]) => !bundled.has(name))
        .map(([name, range]) => [name, siblings.has(name) ? version : range]),
    );
    for (const name of Object.keys(published.dependencies)) {
      if (isOwnName(name) && !siblings.has(name))
        throw new Error(`${manifest.name} depends on ${name}, which is not published: name it in kb.bundled`);
    }
  }
  return published;
}

function withoutSourceCondition(exports: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([key, value]) => key !== SOURCE_CONDITION && !isSource(value))
      .map(([key, value]) => [key, isRecord(value) ? withoutSourceCondition(value) : value]),
  );
}

/** Whether an entry is for the tools of this repository only: it points to a source, which has no build. */
function isSource(value: unknown): boolean {
  return typeof value === 'string' && /^\.\/(?:src|test)\//.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
