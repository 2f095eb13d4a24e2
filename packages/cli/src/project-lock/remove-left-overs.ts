import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isLeftOver, nodeDisk, type ProjectFile } from '@kb/codegen';

/**
 * Removes the temporary files of killed writes in the folders that kb writes to. Does not follow links that lead out of
 * the project: nothing is written there. Call it only with the project's lock, and after an interrupted write was
 * recovered.
 */
export function removeLeftOvers(
  root: string,
  { api, client, controller, config }: ProjectFile['paths'],
  disk = nodeDisk,
): void {
  const realRoot = realpathSync(root);
  const seen = new Set<string>();
  for (const folder of [...api, client, ...controller, config]) {
    const asked = path.join(root, folder);
    // A path in PROJECT can be outside the project; only links out of it are not followed.
    const within = isIn(asked, root) ? realRoot : realOf(asked);
    if (within !== undefined) for (const file of leftOversIn(asked, within, seen)) disk.remove(file);
  }
}

/**
 * The temporary files in a folder and below, including links that stay within a folder. `seen`: the folders that were
 * visited.
 */
function leftOversIn(folder: string, within: string, seen: Set<string>): string[] {
  const real = realOf(folder);
  if (real === undefined || !isIn(real, within) || seen.has(real)) return [];
  seen.add(real);
  return entriesOf(real).flatMap((entry) => {
    const file = path.join(real, entry.name);
    if (isLeftOver(entry.name)) return entry.isDirectory() ? [] : [file];
    const isFolder = entry.isDirectory() || entry.isSymbolicLink();
    return isFolder && !isIgnored(entry.name) ? leftOversIn(file, within, seen) : [];
  });
}

/** Returns the entries of a folder; none for anything else. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, 'ENOTDIR', 'ENOENT')) return [];
    throw error;
  }
}

/** Undefined if there is no file, or a link is broken. */
function realOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch (error) {
    if (hasCode(error, 'ENOTDIR', 'ENOENT', 'ELOOP')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

/** The same folders are ignored when sources are searched. */
function isIgnored(name: string): boolean {
  return name === 'node_modules' || name === 'dist' || name.startsWith('.');
}

/** True for a folder and everything in it. */
function isIn(file: string, folder: string): boolean {
  return `${file}${path.sep}`.startsWith(`${folder}${path.sep}`);
}
