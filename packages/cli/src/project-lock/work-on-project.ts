import { hasUnfinishedWrite, nodeDisk, recoverWrite, type RecoveredWrite } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-line/command.ts';
import { projectCommand } from '../how-to-run.ts';
import { type ProjectLock, withProjectLock } from './with-project-lock.ts';

/** The project of a command, and what the command does with it. */
export interface ProjectWork {
  /** The folder of PROJECT, or the target folder without one; absolute. */
  readonly root: string;
  /** The command, such as `kb create api`, for the messages of commands that wait for it, or find it interrupted. */
  readonly command: string;
  /** False for a command that only reads. */
  readonly writes: boolean;
  /** Ends the wait for other commands: it throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a command's work on a project while no other command works on it, and after an interrupted write has been
 * completed or rolled back. A command that only reads does not touch such a write, but throws a CliError
 * KB_UNFINISHED_WRITE. Throws the errors of {@link withProjectLock} and `work`.
 */
export async function workOnProject<T>(
  { root, command, writes, signal }: ProjectWork,
  { terminal, disk = nodeDisk }: Pick<CommandContext, 'terminal' | 'disk'>,
  work: (lock: ProjectLock) => Promise<T>,
): Promise<T> {
  const onWait = (sentence: string): void => terminal.printError(sentence);
  return withProjectLock(root, { command, onWait, signal }, (lock) => {
    if (writes) {
      const recovered = recoverWrite(root, disk);
      if (recovered !== undefined) terminal.printError(inWords(recovered));
    } else if (hasUnfinishedWrite(root)) {
      throw new CliError(
        'KB_UNFINISHED_WRITE',
        'a command was interrupted while it wrote this project: only some of its files are written',
        {
          hint: `Run ${projectCommand('generate', root)}: it finishes the write, or reverts it.`,
        },
      );
    }
    return work(lock);
  });
}

function inWords({ command, outcome, changedSince }: RecoveredWrite): string {
  const what =
    outcome === 'finished'
      ? `"${command}" was interrupted while it wrote: the rest has now been written.`
      : `"${command}" was interrupted while it wrote: its changes have been reverted. Run it again.`;
  if (changedSince.length === 0) return what;
  return `${what}\nChanged since, and kept: ${changedSince.join(', ')}`;
}
