import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cacheRoot } from '@kb/control-plane';

/** Returns a folder that is kept between runs, beside the cache of the control plane, and creates it. */
export function cacheFolder(name: string): string {
  const folder = path.join(path.dirname(cacheRoot()), 'software', name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Returns a name for the content of the files of a folder that match a pattern. */
export function keyOfFiles(folder: string, pattern: string): string {
  const hash = createHash('sha256');
  for (const file of globSync(pattern, { cwd: folder }).toSorted())
    hash.update(file).update(readFileSync(path.join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}
