import { symlinkSync, mkdirSync, readdirSync, existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { buildPackages } from '@kb/tools-local-registry';
import { COMMAND_PACKAGE, packAll, repositoryRoot } from '@kb/tools-release';

/** Builds kb and installs it into a folder, as it is published. Resolves with the path of its launcher. */
export async function installPackedKb(into: string): Promise<string> {
  await buildPackages();
  const modules = path.join(into, 'node_modules');
  mkdirSync(path.join(modules, '@kb'), { recursive: true });
  for (const { name, folder } of packAll({ into: path.join(into, 'packed') }))
    renameSync(folder, path.join(modules, name));
  // All other packages come from this repository's node_modules.
  const installed = path.join(repositoryRoot, 'node_modules');
  for (const name of readdirSync(installed)) {
    if (!name.startsWith('.') && !existsSync(path.join(modules, name))) {
      symlinkSync(path.join(installed, name), path.join(modules, name), 'dir');
    }
  }
  return path.join(modules, COMMAND_PACKAGE, 'bin', 'kb.js');
}
