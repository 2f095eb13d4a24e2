import { openStateFolder } from '@kb/codegen/state-folder';
import { CliError } from '../cli-error.ts';

/**
 * Creates the folder `.kb` for files of this machine only: kubeconfigs and the certificate of the embedded API server.
 * It keeps itself out of version control. Throws a CliError if it cannot be written.
 */
export function stateFolder(root: string): string {
  try {
    return openStateFolder(root);
  } catch (error) {
    throw new CliError(
      'KB_STATE_FOLDER',
      `the folder .kb in ${root} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      { hint: 'Run kb in a folder that can be written, or name a file with --kubeconfig.', cause: error },
    );
  }
}
