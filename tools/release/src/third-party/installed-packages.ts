import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package in a `node_modules` folder. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; undefined if it declares none. */
  readonly license: string | undefined;
  readonly folder: string;
}

/**
 * Lists all packages that are installed below a folder, sorted by name; several copies of a package are listed
 * separately.
 */
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
 * Returns how many bytes the files below a folder use on a disk with blocks of 4 KiB, like `du`: many small files use
 * more than their size.
 */
export function diskSize(folder: string): number {
  const block = 4096;
  return globSync('**/*', { cwd: folder, exclude: [] })
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, stat) => sum + (stat.isDirectory() ? block : Math.ceil(stat.size / block) * block), 0);
}
