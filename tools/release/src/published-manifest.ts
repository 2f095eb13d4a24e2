import { isOwnName, type Manifest } from './workspace-packages.ts';

/** The export condition that leads to sources in this repository, and to nowhere in a published package. */
const SOURCE_CONDITION = '@kb/source';

/** Sections of a package.json that concern this repository only. */
const developmentSections = ['scripts', 'devDependencies', 'nx', 'kb'];

/**
 * The package.json that is published: without the source condition, what only this repository uses and the dependencies
 * that are bundled, at `version`, and with its siblings pinned to that same version (generator output and runtime are
 * one contract). Throws when it would need a package of this repository that is not published and not bundled.
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

/** An entry for the tools of this repository: there is no build of it. */
function isSource(value: unknown): boolean {
  return typeof value === 'string' && /^\.\/(?:src|test)\//.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
