import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { cacheRoot } from '@kb/control-plane';

/** Returns a folder that is kept between runs, beside the cache of the control plane, and creates it. */
export function cacheFolder(name: string): string {
  const folder = path.join(path.dirname(cacheRoot()), 'software', name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
