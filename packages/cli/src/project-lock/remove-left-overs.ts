import path from 'node:path';
import { fileSystemReader, isLeftOver, nodeDisk, type ProjectFile } from '@kb/codegen';

/** Removes what writes that were killed left beside files, in the folders that kb writes to. Only for who has the project's lock, and after an interrupted write was recovered. */
export function removeLeftOvers(
  root: string,
  { api, client, controller, config }: ProjectFile['paths'],
  disk = nodeDisk,
): void {
  const reader = fileSystemReader(root);
  const files = new Set([...api, client, ...controller, config].flatMap((folder) => reader.list(folder)));
  for (const file of files) if (isLeftOver(file)) disk.remove(path.join(root, file));
}
