import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { FileErrorCode } from '../../diagnostic/file-error-codes.ts';

/** The real place of a file of a plan. */
export interface Place {
  /** Absolute, with all symbolic links resolved. */
  readonly target: string;
  /** Absolute, with links to folders resolved, but not a link that is the file itself. */
  readonly entry: string;
  /** The missing folders on the way, absolute, parents first. */
  readonly missing: readonly string[];
}

/**
 * Resolves a path of a project. A link to a file resolves to that file, a link to a folder to that folder. Throws an
 * Error with the code KB_LEADS_OUT and a hint if a link leads out of `root`, and the file system's error for a broken
 * link. A path that is itself outside of `root`, as set by flags, is allowed.
 */
export function placeOf(root: string, file: string): Place {
  const asked = path.join(root, file);
  const missing: string[] = [];
  let folder = path.dirname(asked);
  for (; lstatSync(folder, { throwIfNoEntry: false }) === undefined; folder = path.dirname(folder)) {
    if (path.dirname(folder) === folder) break;
    missing.unshift(path.basename(folder));
  }
  const real = realpathSync.native(folder);
  const made = missing.map((_, index) => path.join(real, ...missing.slice(0, index + 1)));
  const inFolder = path.join(real, ...missing, path.basename(asked));
  const isLink = lstatSync(inFolder, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const target = isLink ? realpathSync.native(inFolder) : inFolder;
  if (isBelow(asked, root) && !isBelow(target, realpathSync.native(root))) throw leadsOut(file, target);
  return { target, entry: inFolder, missing: made };
}

/** True for a path inside a folder; both are absolute, and compared as they are written. */
export function isBelow(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function leadsOut(file: string, target: string): Error {
  return Object.assign(
    new Error(`${file} is not in the project: a symbolic link leads out of it, to ${target}; nothing was written`),
    {
      code: 'KB_LEADS_OUT' satisfies FileErrorCode,
      hint: 'Replace the link by a folder, or name another folder under paths in PROJECT.',
    },
  );
}
