import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Makes a folder with files in it, by their paths. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Removes files and folders of a folder, so that what made them has everything to do again. */
export function remove(folder: string, ...names: readonly string[]): void {
  for (const name of names) rmSync(path.join(folder, name), { recursive: true, force: true });
}
