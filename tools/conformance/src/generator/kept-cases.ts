import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Sources } from './compare-models.ts';

const folder = join(import.meta.dirname, 'testdata/kept');

/** A model whose output differed before. */
export interface KeptCase extends Sources {
  readonly name: string;
}

/** The cases that earlier runs kept: folders with the sources in both languages. */
export function readKeptCases(): KeptCase[] {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  return names.sort().map((name) => ({
    name,
    newer: existsSync(join(folder, name, 'newer')),
    go: readFiles(join(folder, name, 'go')),
    typeScript: readFiles(join(folder, name, 'typescript')),
  }));
}

/** Stores a case; later runs begin with it. Returns its folder. */
export function keepCase({ name, newer, go, typeScript }: KeptCase): string {
  rmSync(join(folder, name), { recursive: true, force: true });
  mkdirSync(join(folder, name), { recursive: true });
  if (newer)
    writeFileSync(join(folder, name, 'newer'), 'It uses features of the release of controller-gen after 0.21.\n');
  for (const [language, files] of [
    ['go', go],
    ['typescript', typeScript],
  ] as const) {
    for (const [file, text] of files) {
      const path = join(folder, name, language, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
  return relative(process.cwd(), join(folder, name));
}

function readFiles(from: string): Map<string, string> {
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(from, path), readFileSync(path, 'utf8')];
    }),
  );
}
