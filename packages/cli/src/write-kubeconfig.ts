import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { STATE_FOLDER_NAME } from '@kb/codegen/unfinished-write';
import { CliError } from './cli-error.ts';
import { stateFolder } from './api-server/state-folder.ts';
import { writePrivateFile } from './write-private-file.ts';

/** A line that every kubeconfig of the embedded API server has, and few others. */
const MARK = 'current-context: kb\n';

/**
 * Writes a kubeconfig that only its owner can read. Refuses to replace a file that is not a kubeconfig of the embedded
 * API server: it may hold credentials.
 */
export function writeKubeconfig(file: string, content: string): void {
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there && !(there.isFile() && readFileSync(file, 'utf8').includes(MARK))) {
    throw new CliError('KB_FILE_EXISTS', `${file} already exists, and is not a kubeconfig of the embedded API server`, {
      hint: 'It was left as it is. Name another file with --kubeconfig.',
    });
  }
  makeFolder(path.dirname(file));
  writePrivateFile(file, content);
}

/** Creates the folder; `.kb` has its own `.gitignore`. */
function makeFolder(folder: string): void {
  if (path.basename(folder) === STATE_FOLDER_NAME && existsSync(path.dirname(folder)))
    stateFolder(path.dirname(folder));
  else mkdirSync(folder, { recursive: true });
}

/**
 * Removes a kubeconfig that {@link writeKubeconfig} wrote with this content. Keeps one that another server has written
 * there since.
 */
export function removeKubeconfig(file: string, content: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) rmSync(file, { force: true });
}
