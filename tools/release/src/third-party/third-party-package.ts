import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** A third-party package, installed in this repository. */
export interface ThirdPartyPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  /** The URL of its sources, from its package.json. */
  readonly homepage: string;
  /** Its folder, absolute. */
  readonly folder: string;
}

/**
 * Returns the package that a module in `node_modules` belongs to. Throws when there is none, or when it declares no
 * licence.
 */
export function packageOfModule(module: string): ThirdPartyPackage {
  let folder = dirname(module);
  while (!isRoot(folder)) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${module} does not belong to a package`);
    folder = parent;
  }
  return readThirdPartyPackage(folder);
}

/** Reads the package in this folder. Throws when it declares no licence. */
export function readThirdPartyPackage(folder: string): ThirdPartyPackage {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
  const { name, version, license, repository } = manifest;
  if (typeof name !== 'string' || typeof version !== 'string') throw new Error(`${folder} is not a package`);
  if (typeof license !== 'string') throw new Error(`${name} ${version} declares no licence in its package.json`);
  return {
    name,
    version,
    license,
    homepage: homepageOf(repository) ?? `https://www.npmjs.com/package/${name}`,
    folder,
  };
}

/**
 * Returns the texts that must be distributed with the package's code: its licence, and any notices. Throws when there
 * is no licence.
 */
export function licenseTexts({ name, version, folder }: ThirdPartyPackage): string[] {
  const files = readdirSync(folder).toSorted();
  const licenses = files.filter((file) => /^(licen[cs]e|copying)/i.test(file));
  if (licenses.length === 0) {
    throw new Error(`${name} ${version} is bundled, and has no licence file: its code cannot be published`);
  }
  const notices = files.filter((file) => /^(notice|copyright)/i.test(file));
  return [...licenses, ...notices].map((file) => readFileSync(join(folder, file), 'utf8').trim());
}

/** Whether a folder is the root of an installed package, and not a folder inside it that has a package.json too. */
function isRoot(folder: string): boolean {
  const [name = '', parent = '', above = ''] = folder.split(sep).toReversed();
  const inModules = parent === 'node_modules' || (parent.startsWith('@') && above === 'node_modules');
  return inModules && name !== '' && existsSync(join(folder, 'package.json'));
}

function homepageOf(repository: unknown): string | undefined {
  const url =
    typeof repository === 'object' && repository !== null && 'url' in repository ? repository.url : repository;
  if (typeof url !== 'string') return undefined;
  if (/^[\w.-]+\/[\w.-]+$/.test(url)) return `https://github.com/${url}`;
  return url.replace(/^git\+/, '').replace(/\.git$/, '');
}
