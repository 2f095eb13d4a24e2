import fs from 'node:fs/promises';
import type { ReadFile } from '../../surroundings/read-file.ts';

/** Reads a file of this machine. */
export const readFile: ReadFile = (path) => fs.readFile(path);
