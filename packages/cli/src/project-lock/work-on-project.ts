import { hasUnfinishedWrite, nodeDisk, recoverWrite, type RecoveredWrite } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-line/command.ts';
import { type ProjectLock, withProjectLock } from './with-project-lock.ts';

/** What a command wants with a project. */
export interface ProjectWork {
  /** The folder of PROJECT, or where files are written without one; absolute. */
  readonly root: string;
  /** The command, such as `kb create api`: for messages of those that wait for it, or find it interrupted. */
  readonly command: string;
  /** False for a command that only looks. */
  readonly writes: boolean;
}

/**
 * Runs a command's work on a project while no other command works on it, and after an interrupted write has been
 * completed or rolled back. A command that only looks leaves such a write alone: it throws a CliError
 * KB_UNFINISHED_WRITE. Throws what {@link withProjectLock} and `work` throw.
 */
export async function workOnProject<T>(
  { root, command, writes }: ProjectWork,
  { terminal, disk = nodeDisk }: Pick<CommandContext, 'terminal' | 'disk'>,
  work: (lock: ProjectLock) => Promise<T>,
): Promise<T> {
  const onWait = (sentence: string): void => terminal.printError(sentence);
  return withProjectLock(root, { command, onWait }, (lock) => {
    if (writes) {
      const recovered = recoverWrite(root, disk);
      if (recovered !== undefined) terminal.printError(inWords(recovered));
    } else if (hasUnfinishedWrite(root)) {
      throw new CliError(
        'KB_UNFINISHED_WRITE',
        'a command was interrupted while it wrote this project: some of its files are there, and some are not',
        {
          hint: 'Run "npx kb generate": it finishes what was begun, or takes it back.',
        },
      );
    }
    return work(lock);
  });
}

function inWords({ command, outcome, changedSince }: RecoveredWrite): string {
  const what =
    outcome === 'finished'
      ? `"${command}" was interrupted while it wrote: the rest is written now.`
      : `"${command}" was interrupted while it wrote: what it had written is taken back. Run it again.`;
  if (changedSince.length === 0) return what;
  return `${what}\nChanged since, and left as they are: ${changedSince.join(', ')}`;
}
