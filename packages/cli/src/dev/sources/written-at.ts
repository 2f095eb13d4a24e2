import { statSync } from 'node:fs';

/** When a file was written, in milliseconds; 0 if it is gone. */
export function writtenAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
