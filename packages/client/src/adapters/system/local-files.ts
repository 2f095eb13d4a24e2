import fs from 'node:fs/promises';
import type { ReadFile } from '../../surroundings/read-file.ts';
import type { WriteFile } from '../../surroundings/write-file.ts';

/** Reads a file of this machine. */
export const readFile: ReadFile = (path) => fs.readFile(path);

/** Replaces a file of this machine. Follows symbolic links, and keeps the permissions. */
export const writeFile: WriteFile = async (path, text) => {
  const target = await fs.realpath(path);
  const { mode } = await fs.stat(target);
  const fresh = `${target}.${process.pid}.new`;
  try {
    await fs.writeFile(fresh, text, { mode: mode & 0o777 });
    await fs.rename(fresh, target);
  } catch (error) {
    await fs.rm(fresh, { force: true });
    throw error;
  }
};
