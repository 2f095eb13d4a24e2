import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package in a `node_modules` folder. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; undefined where it says none. */
  readonly license: string | undefined;
  readonly folder: string;
}

/** Everything that is installed below a folder, copies of one package in several places one by one, sorted by name. */
export function installedPackages(folder: string): InstalledPackage[] {
  const files = globSync(['**/node_modules/*/package.json', '**/node_modules/@*/*/package.json'], { cwd: folder });
  return files
    .map((file) => join(folder, file))
    .map((file): InstalledPackage => {
      const { name, version, license } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      return {
        name: String(name),
        version: String(version),
        license: typeof license === 'string' ? license : undefined,
        folder: dirname(file),
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.folder.localeCompare(b.folder, 'en'));
}

/**
 * What the files below a folder take on a disk with blocks of 4 KiB, as `du` says it: many small files cost more than
 * their bytes.
 */
export function diskSize(folder: string): number {
  const block = 4096;
  return globSync('**/*', { cwd: folder, exclude: [] })
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, stat) => sum + (stat.isDirectory() ? block : Math.ceil(stat.size / block) * block), 0);
}
