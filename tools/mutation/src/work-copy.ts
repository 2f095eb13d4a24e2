import { cpSync, existsSync, globSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Names that are not copied; of these, modules are linked. */
const notCopied = new Set(['.git', '.nx', 'node_modules', 'coverage']);

/**
 * Copies a repository, with uncommitted changes, into a folder that does not exist yet. Installed modules are linked,
 * but links to the repository's own packages lead to the copies.
 */
export function copyRepository(root: string, copy: string): void {
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) =>
      !relative(root, path)
        .split(/[\\/]/)
        .some((name) => notCopied.has(name)),
  });
  const manifests = globSync(['package.json', '{packages,tools}/*/package.json', 'packages/*/*/package.json'], {
    cwd: root,
  });
  for (const manifest of manifests) {
    const modules = join(dirname(manifest), 'node_modules');
    if (existsSync(join(root, modules))) linkModules(join(root, modules), join(copy, modules), root);
  }
}

/** Links the contents of a modules folder into another folder. */
function linkModules(from: string, to: string, root: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    // Caches of test runs.
    if (name.startsWith('.vite') || name === '.cache') continue;
    const path = join(from, name);
    if (name.startsWith('@')) linkModules(path, join(to, name), root);
    else symlinkSync(isOwnPackage(path, root) ? readlinkSync(path) : path, join(to, name));
  }
}

/** Whether an installed module is a relative link to a package of the repository. */
function isOwnPackage(path: string, root: string): boolean {
  if (!lstatSync(path).isSymbolicLink()) return false;
  const target = relative(root, resolve(dirname(path), readlinkSync(path)));
  return !target.startsWith('..') && !target.split(/[\\/]/).includes('node_modules');
}
