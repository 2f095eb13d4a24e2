import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Deadline } from '../wait.ts';
import { waitUntil } from '../wait.ts';

/** Options of {@link withBuildLock}. */
export interface BuildLockOptions {
  deadline: Deadline;
  /** Called once when another process holds the lock. */
  onWait?: () => void;
  signal?: AbortSignal | undefined;
  /** Pause between two attempts in milliseconds; 250 by default. */
  intervalMs?: number;
}

/**
 * Runs `work` while holding an exclusive lock on `file`, which is created if missing and never removed.
 *
 * The lock is SQLite's own lock on an empty database: the operating system drops it when its holder ends, however that
 * happens, so it needs no process ids, heartbeats or guesses about what is stale.
 *
 * @throws ControlPlaneError TIMEOUT when the lock is not free before the deadline; what `work` throws.
 */
export async function withBuildLock<T>(file: string, options: BuildLockOptions, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  using database = new DatabaseSync(file, { timeout: 0 });
  let told = false;
  const attempt = async (): Promise<true | undefined> => {
    if (tryExclusive(database)) return true;
    if (!told) options.onWait?.();
    told = true;
    return undefined;
  };
  const { deadline, signal, intervalMs = 250 } = options;
  await waitUntil(attempt, { what: `the lock ${file}, which another build holds,`, deadline, signal, intervalMs });
  return await work();
}

const SQLITE_BUSY = 5;

function tryExclusive(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
