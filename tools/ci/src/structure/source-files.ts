import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The part of a package.json that the checks read. */
export interface PackageManifest {
  readonly name: string;
  readonly exports?: Record<string, unknown>;
  readonly dependencies?: Record<string, string>;
}

/** One source of a package, and what it imports. */
export interface SourceFile {
  /** Relative to the package's `src`, with slashes. */
  readonly path: string;
  /** Module specifiers as they are written, types and dynamic imports included. */
  readonly imports: readonly string[];
  /** True: a test, or something that only tests use. It may import every folder. */
  readonly isTest: boolean;
}

/** Reads the sources in a folder, without test data and scaffold templates. */
export function readSources(folder: string): SourceFile[] {
  return globSync('**/*.{ts,tsx}', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(?:^|\/)(?:testdata|templates)\//.test(path))
    .toSorted()
    .map((path) => ({
      path,
      imports: importsOf(readFileSync(join(folder, path), 'utf8')),
      isTest: isTest(path),
    }));
}

/** Whether a path is a test, a story, a scenario, or a helper of these. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|(?:^|\/)story\.ts$|(?:^|\/)(?:scenarios|test-support)\//.test(path);
}

/** The module specifiers of all imports and re-exports of a source. */
export function importsOf(text: string): string[] {
  return [
    ...text.matchAll(
      /(?:^|[\s;])(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map(([, fixed, dynamic]) => fixed ?? dynamic ?? '');
}

/** The files of the same package that a source imports, relative to `src`. */
export function ownImports({ path, imports }: Pick<SourceFile, 'path' | 'imports'>): string[] {
  return imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier));
}

/** The sources, relative to `src`, of the entries in `exports`. */
export function entriesOf(exports: Record<string, unknown>): Set<string> {
  const targets = Object.values(exports).map((target) =>
    typeof target === 'object' && target !== null && '@kb/source' in target ? target['@kb/source'] : target,
  );
  return new Set(targets.map((target) => String(target).replace('./src/', '')));
}
