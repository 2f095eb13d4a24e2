import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isLeftOver, nodeDisk, type ProjectFile } from '@kb/codegen';

/**
 * Removes what writes that were killed left beside files, in the folders that kb writes to, but not behind links that
 * lead out of the project: nothing is written there. Only for who has the project's lock, and after an interrupted
 * write was recovered.
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
    // A path in PROJECT can name a place outside; that is no link.
    const within = isIn(asked, root) ? realRoot : realOf(asked);
    if (within !== undefined) for (const file of leftOversIn(asked, within, seen)) disk.remove(file);
  }
}

/**
 * The left-overs in a folder and those below it, links included that stay within a folder. `seen` are the folders that
 * need no second look.
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

/** Empty for what is no folder. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, 'ENOTDIR', 'ENOENT')) return [];
    throw error;
  }
}

/** Undefined where nothing is, or a link leads nowhere. */
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

/** As sources are looked for. */
function isIgnored(name: string): boolean {
  return name === 'node_modules' || name === 'dist' || name.startsWith('.');
}

/** True for a folder and what is in it. */
function isIn(file: string, folder: string): boolean {
  return `${file}${path.sep}`.startsWith(`${folder}${path.sep}`);
}
