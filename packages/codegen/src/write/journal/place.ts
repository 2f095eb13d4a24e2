import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { FileErrorCode } from '../../diagnostic/file-error-codes.ts';

/** Where a file of a plan really is. */
export interface Place {
  /** Absolute, with all symbolic links resolved. */
  readonly target: string;
  /** Absolute, with links to folders resolved, but not a link to the file itself. */
  readonly entry: string;
  /** The folders on the way that are not there yet, absolute, parents first. */
  readonly missing: readonly string[];
}

/**
 * Where a path of a project leads. A link to a file leads to that file, a link to a folder into that folder. Throws an
 * Error with the code KB_LEADS_OUT and a hint where a link leads out of `root`, and the file system's for a link that
 * leads nowhere. A path that names a place outside of `root` itself, as flags can, is taken as it is.
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

/** True for a path in a folder, both absolute and as they are written. */
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
