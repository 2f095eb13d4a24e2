import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCOPE } from '../../../packages/cli/src/package-names.ts';

/** The root of this repository. */
export const repositoryRoot: string = fileURLToPath(new URL('../../..', import.meta.url));

/** The parts of a package.json that this tool reads. */
export interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  exports?: Record<string, unknown>;
  files?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  /** Build settings of this repository. Not published. */
  kb?: {
    /** Dependencies whose used code is bundled into the package; they are not installed with it. */
    readonly bundled?: readonly string[];
    /**
     * Packages of which the built package contains parts that are not bundled code; for each, a sentence that says
     * which parts, and where.
     */
    readonly carried?: Readonly<Record<string, string>>;
  };
  peerDependencies?: Record<string, string>;
  [key: string]: unknown;
}

/** A package of this repository that is published. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Lists the published packages, sorted by name: every package.json under packages/ that is not private. */
export function workspacePackages(root: string = repositoryRoot): WorkspacePackage[] {
  return globSync('packages/*/package.json', { cwd: root })
    .map((file) => join(root, file))
    .filter((file) => existsSync(file))
    .map((file): WorkspacePackage => ({
      folder: dirname(file),
      manifest: JSON.parse(readFileSync(file, 'utf8')) as Manifest,
    }))
    .filter(({ manifest }) => manifest.private !== true)
    .toSorted((a, b) => a.manifest.name.localeCompare(b.manifest.name, 'en'));
}

/** Whether a package belongs to this repository, by its name. */
export function isOwnName(name: string): boolean {
  return name.startsWith(`${SCOPE}/`);
}

/**
 * Lists the third-party packages whose code a built package contains: those in its `kb.bundled`, and the dependencies
 * of the private packages of this repository that are listed there.
 */
export function bundledOfOthers({ folder, manifest }: WorkspacePackage): string[] {
  return (manifest.kb?.bundled ?? []).flatMap((name) => {
    if (!isOwnName(name)) return [name];
    const file = join(installedFolder(name, folder), 'package.json');
    const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    return Object.keys(dependencies).filter((other) => !isOwnName(other));
  });
}

/** Returns the folder of a package as `from` resolves it. Throws when it is not installed. */
export function installedFolder(name: string, from: string): string {
  // Searches folders, because not every package exports its package.json.
  const found = createRequire(join(from, 'package.json'))
    .resolve.paths(name)
    ?.map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, 'package.json')));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}
