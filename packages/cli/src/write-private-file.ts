import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only its owner can read, in place of what has its name. A program that waits for it, or reads it
 * meanwhile, sees it whole, with the permissions of a new file. Throws the errors of the file system.
 */
export function writePrivateFile(file: string, content: string): void {
  const whole = `${file}.${randomUUID()}`;
  try {
    writeFileSync(whole, content, { mode: 0o600, flag: 'wx' });
    renameSync(whole, file);
  } catch (error) {
    rmSync(whole, { force: true });
    throw error;
  }
}
