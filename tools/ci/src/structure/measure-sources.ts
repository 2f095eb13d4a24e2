import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MeasuredSource } from './small-sources.ts';
import { entriesOf, importsOf, isTest, ownImports, type PackageManifest, readSources } from './source-files.ts';

/** Measures the sources of packages. `folders`: those of the packages, relative to `root`, as all paths. */
export function measureSources(root: string, folders: readonly string[]): MeasuredSource[] {
  const importers = importersIn(root, folders);
  return folders.flatMap((folder) => {
    const { exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageManifest;
    const entries = entriesOf(exports);
    return readSources(join(root, folder, 'src'))
      .filter((source) => !source.isTest)
      .map((source) => {
        const path = `${folder}/src/${source.path}`;
        return {
          path,
          lines: lineCount(readFileSync(join(root, path), 'utf8')),
          importers: [...(importers.get(path) ?? [])],
          isEntry: entries.has(source.path),
          hasTest: existsSync(join(root, path.replace(/\.tsx?$/, '.test.ts'))),
        };
      });
  });
}

/** How many lines a text has, empty ones at its end aside. */
export function lineCount(text: string): number {
  return text.trimEnd().split('\n').length;
}

/** What imports each file: sources, those of templates too, scripts and programs, but no tests. */
function importersIn(root: string, folders: readonly string[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const folder of folders) {
    for (const file of globSync('{src,scripts,bin}/**/*.{ts,tsx,js}', { cwd: join(root, folder) })) {
      const path = `${folder}/${file.replaceAll('\\', '/')}`;
      if (isTest(path) || path.includes('/testdata/')) continue;
      const imports = importsOf(readFileSync(join(root, path), 'utf8'));
      for (const target of ownImports({ path, imports })) {
        const known = importers.get(target) ?? new Set();
        importers.set(target, known.add(path));
      }
    }
  }
  return importers;
}
