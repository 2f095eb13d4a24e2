import { setTimeout as sleepFor } from 'node:timers/promises';
import { openStateFolder, tidyStateFolder } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { type Holder, isRunning, thisProcess } from './holder.ts';
import {
  commandOf,
  isStillThere,
  type LockFile,
  madeLater,
  makeLockFile,
  otherLockFiles,
  removeLockFile,
} from './lock-file.ts';

/** Options of {@link withProjectLock}. */
export interface ProjectLockOptions {
  /** The command that writes, such as `kb create api`, for the messages of commands that wait for it. */
  readonly command: string;
  /** Called once for each process that is waited for, with a message. */
  readonly onWait: (sentence: string) => void;
  /** The maximum wait, in milliseconds. Default: two minutes. */
  readonly patience?: number;
  /**
   * The age from which the lock of a process of another host or container is ignored, in milliseconds: longer than any
   * command takes. Default: half an hour.
   */
  readonly elsewhere?: number;
  /** The identity of this process. Default: determined from the system. */
  readonly own?: Holder;
  /** Ends the wait: it throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Default: the system's. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Between 0 and 1. Default: the system's. */
  readonly random?: () => number;
}

/** The lock of a running command. */
export interface ProjectLock {
  /**
   * Throws a CliError if another process took the lock, which happens only if this one was suspended for half an hour.
   */
  check(): void;
}

/**
 * Runs `work` while no other kb command writes in a folder. Each command creates its own lock file in `.kb`, and has
 * the lock if there is none of another running process; otherwise it removes its own, waits, and tries again. Files of
 * processes that have ended are removed. If nothing can be written in the folder, `work` runs without a lock. Throws a
 * CliError KB_PROJECT_LOCKED when the wait times out, and the errors of `work`.
 */
export async function withProjectLock<T>(
  root: string,
  options: ProjectLockOptions,
  work: (lock: ProjectLock) => Promise<T>,
): Promise<T> {
  const lock = await acquire(root, options);
  if (lock === undefined) return work({ check: () => undefined });
  try {
    return await work({ check: () => checkLock(lock) });
  } finally {
    removeLockFile(lock);
    tidyStateFolder(root);
  }
}

async function acquire(root: string, options: ProjectLockOptions): Promise<LockFile | undefined> {
  const { command, onWait, patience = 120_000 } = options;
  const { sleep = async (time) => sleepFor(time), random = Math.random, own = thisProcess() } = options;
  const told = new Set<string>();
  for (let waited = 0; ;) {
    options.signal?.throwIfAborted();
    const attempt = tryLock(root, own, command, options.elsewhere ?? 1_800_000);
    if (attempt === undefined || 'file' in attempt) return attempt;
    const { holder } = attempt.inTheWay;
    const who = `"${attempt.command}" (process ${holder.pid}${holder.space === own.space ? '' : `, on ${hostOf(holder)}`})`;
    if (waited >= patience) throw locked(who, attempt.inTheWay, patience);
    // Do not report a wait for a process that backs off at the same moment.
    if (waited > 0 && !told.has(who)) onWait(`Waiting for ${who}, which works on this project…`);
    if (waited > 0) told.add(who);
    const pause = 50 + Math.round(100 * random());
    await sleep(pause);
    waited += pause;
  }
}

/**
 * Tries to lock: returns the lock; or the process that has it, after removing the own lock file; or undefined if
 * nothing can be written.
 */
function tryLock(
  root: string,
  own: Holder,
  command: string,
  elsewhere: number,
): LockFile | { readonly inTheWay: LockFile; readonly command: string } | undefined {
  let lock: LockFile;
  let folder: string;
  try {
    folder = openStateFolder(root);
    lock = makeLockFile(folder, own, command);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return undefined;
    // Another command removed the folder when it finished.
    if (code === 'ENOENT') return tryLock(root, own, command, elsewhere);
    throw error;
  }
  for (const other of otherLockFiles(folder, lock)) {
    const running = isRunning(other.holder, own);
    if (running === false || (running === 'unknown' && madeLater(lock, other) > elsewhere)) {
      removeLockFile(other);
      continue;
    }
    const by = commandOf(other);
    removeLockFile(lock);
    return { inTheWay: other, command: by };
  }
  return lock;
}

function checkLock(lock: LockFile): void {
  if (isStillThere(lock)) return;
  throw new CliError('KB_PROJECT_LOCKED', 'another command took the lock of this project; nothing was written', {
    hint: 'Run it again.',
  });
}

function locked(who: string, { file }: LockFile, patience: number): CliError {
  return new CliError(
    'KB_PROJECT_LOCKED',
    `${who} has worked on this project for more than ${Math.round(patience / 1000)} seconds; nothing was written`,
    { hint: `Run it again when that one is done. If it is no longer running, remove ${file}` },
  );
}

function hostOf({ space }: Holder): string {
  return `the host ${space.split('+')[0] ?? ''}`;
}
