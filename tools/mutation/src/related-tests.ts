import { globSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { ownImports, type PackageManifest, readSources, type SourceFile } from '../../ci/src/structure/source-files.ts';

/** The tests of a package, divided by whether they import one of its files. */
export interface PackageTests {
  /** Tests that import the file, directly or indirectly; the nearest first. Relative to the package. */
  readonly related: readonly string[];
  /** All others. */
  readonly others: readonly string[];
}

/** Lists the tests of a package. `file` is relative to the package. */
export function testsOf(packageFolder: string, file: string): PackageTests {
  const sources = ['src', 'test'].flatMap((part) =>
    readSources(join(packageFolder, part)).map((source) => ({ ...source, path: `${part}/${source.path}` })),
  );
  const distances = distancesTo(file, sources, entriesByName(packageFolder));
  const tests = globSync('{src,test}/**/*.test.ts', { cwd: packageFolder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(?:^|\/)(?:node_modules|dist|testdata|templates)\//.test(path))
    .toSorted();
  const own = `${basename(file, '.ts')}.test.ts`;
  const distance = (test: string): number => (basename(test) === own ? 0 : (distances.get(test) ?? Infinity));
  return {
    related: tests.filter((test) => distances.has(test)).toSorted((a, b) => distance(a) - distance(b)),
    others: tests.filter((test) => !distances.has(test)),
  };
}

/** Counts the imports between each source and the file. Sources that do not reach the file are left out. */
function distancesTo(
  file: string,
  sources: readonly Pick<SourceFile, 'path' | 'imports'>[],
  entries: ReadonlyMap<string, string>,
): Map<string, number> {
  const importers = new Map<string, string[]>();
  for (const source of sources) {
    const throughEntries = source.imports.flatMap((specifier) => entries.get(specifier) ?? []);
    for (const target of [...ownImports(source), ...throughEntries])
      importers.set(target, [...(importers.get(target) ?? []), source.path]);
  }
  const distances = new Map([[file, 0]]);
  // A Map's iterator also visits entries that are added during the loop.
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}

/** Maps the specifiers of a package's entries to their sources. */
function entriesByName(packageFolder: string): Map<string, string> {
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as PackageManifest;
  return new Map(
    Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) => {
      const path: unknown =
        typeof target === 'object' && target !== null && '@kb/source' in target ? target['@kb/source'] : target;
      return typeof path === 'string' ? [[posix.join(manifest.name, entry), posix.normalize(path)] as const] : [];
    }),
  );
}
