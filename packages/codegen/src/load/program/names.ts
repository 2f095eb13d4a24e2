import path from 'node:path';

/**
 * The folder that the compiler sees as the project's. It is deeply nested, so that files in parent folders of the
 * project (an extended configuration, installed packages) have names too.
 */
export const PROJECT_FOLDER = '/1/2/3/4/5/6/7/8/9';

/** The folder of virtual files. */
const OWN_FOLDER = '/.kb/';

/** Returns the compiler's name of a file. `name` is the reader's: relative to the project's folder. */
export function absoluteName(name: string): string {
  return path.posix.resolve(PROJECT_FOLDER, name);
}

/** Returns the reader's name of a file, given the compiler's. */
export function readerName(name: string): string {
  return isOwnFile(name) || !name.startsWith('/') ? name : path.posix.relative(PROJECT_FOLDER, name);
}

/** True for the virtual files, which nobody wrote. */
export function isOwnFile(name: string): boolean {
  return name.startsWith(OWN_FOLDER);
}

/** The folder under which the compiler sees the whole standard library. */
export const WHOLE_LIBRARY_FOLDER: string = `${OWN_FOLDER}library`;
