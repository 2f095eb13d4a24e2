import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../cli-error.ts';

/** Makes the folder `.kb` for what belongs to this machine alone: kubeconfigs and the certificate of the embedded API server. It keeps itself out of version control. Throws a CliError where it cannot be. */
export function stateFolder(root: string): string {
  const folder = path.join(root, '.kb');
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, '.gitignore'), '*\n');
  } catch (error) {
    throw new CliError(
      'KB_STATE_FOLDER',
      `${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      { hint: 'Run kb in a folder that can be written, or name a file with --kubeconfig.', cause: error },
    );
  }
  return folder;
}
