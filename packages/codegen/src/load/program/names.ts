import path from 'node:path';

/**
 * The folder that the compiler takes for the project's. It lies deep, so that what a project has from folders above its
 * own (the configuration that it extends, packages that are installed there) has a name too.
 */
export const PROJECT_FOLDER = '/1/2/3/4/5/6/7/8/9';

/** The folder of what is made here instead of read. */
const OWN_FOLDER = '/.kb/';

/** A file as the compiler names it. `name` is as a reader has it: relative to the project's folder. */
export function absoluteName(name: string): string {
  return path.posix.resolve(PROJECT_FOLDER, name);
}

/** A file as a reader names it, whatever the compiler calls it. */
export function readerName(name: string): string {
  return isOwnFile(name) || !name.startsWith('/') ? name : path.posix.relative(PROJECT_FOLDER, name);
}

/** True for declarations that stand for a library: nobody wrote these. */
export function isOwnFile(name: string): boolean {
  return name.startsWith(OWN_FOLDER);
}

/** The folder under which the compiler sees the whole standard library. */
export const WHOLE_LIBRARY_FOLDER: string = `${OWN_FOLDER}library`;
