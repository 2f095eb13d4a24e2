import { type Clock, messageOfThrown } from '@kb/apimachinery';
import { readFile as readFromDisk } from 'node:fs/promises';
import { type Milliseconds, seconds } from '../../durations.ts';
import { type Logger, silentLogger } from '../../log/logger.ts';
import { watchDirectories, type WatchDirectories } from './watch-directories-adapter.ts';
import { CertificateError } from '../certificate-error.ts';
import type { CertificateMetrics } from '../certificate-metrics.ts';
import type { ChangingSource } from '../certificate-source.ts';

/** Options of {@link createFileWatch}. */
export interface FileWatchOptions {
  readonly clock: Clock;
  /** Default: silent. */
  readonly log?: Logger;
  /** Default: not counted. */
  readonly metrics?: CertificateMetrics;
  /** How often the files are read, whether or not the system reports changes. Default: 10 seconds. */
  readonly interval?: Milliseconds;
  /** Default: from the disk, as UTF-8. */
  readonly readFile?: (path: string) => Promise<string>;
  /** Reports changes between the polls. Default: the system's notifications; `false`: the files are only polled. */
  readonly watch?: WatchDirectories | false;
}

/** Files that are read together, and read again when they change. */
export interface FileWatch<T> extends ChangingSource<T> {
  /** The result of the last successful read. */
  current(): T;
  /**
   * Reads the files now. Resolves with whether the content changed; rejects with a CertificateError, and the old
   * content stays. Reads do not overlap: a call during one waits for the next.
   */
  read(): Promise<boolean>;
  /**
   * Follows the files until `signal` is aborted; resolves then. Errors are logged, and the old content stays. Needs no
   * lease.
   */
  start(signal: AbortSignal): Promise<void>;
}

/** Parses the contents of the files. Throws a CertificateError when they cannot be used. */
type Interpret<T> = (contents: readonly string[]) => T;

/**
 * Reads files for the first time and returns the watch that follows them. Rejects with a CertificateError when they
 * cannot be used.
 */
export async function createFileWatch<T>(
  paths: readonly string[],
  interpret: Interpret<T>,
  options: FileWatchOptions,
): Promise<FileWatch<T>> {
  const { clock, metrics, interval = seconds(10), readFile = readUtf8, watch = watchDirectories } = options;
  const log = (options.log ?? silentLogger).with({ files: paths });
  const listeners = new Set<() => void>();
  let texts: readonly string[] = [];

  /** Returns undefined when the files are unchanged. */
  const readAll = async (): Promise<{ readonly value: T } | undefined> => {
    metrics?.read();
    try {
      const contents: string[] = [];
      // In order, so that the error always names the first file that cannot be read.
      for (const path of paths) contents.push(await readOne(readFile, path));
      if (contents.every((content, index) => content === texts[index])) return undefined;
      const value = interpret(contents);
      texts = contents;
      return { value };
    } catch (error) {
      metrics?.readFailed();
      throw error;
    }
  };
  const first = await readAll();
  if (!first) throw new TypeError('no file is named');
  let held = first;

  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;
  const readOnce = async (): Promise<boolean> => {
    const changed = await readAll();
    if (!changed) return false;
    held = changed;
    log.info('Updated current TLS certificate');
    for (const listener of listeners) listener();
    return true;
  };
  const begin = (): Promise<boolean> => {
    const reading = readOnce().finally(() => {
      if (running === reading) running = undefined;
    });
    running = reading;
    return reading;
  };
  const read = (): Promise<boolean> => {
    if (!running) return begin();
    // A read may miss a change that happens during it. One more read is enough for all callers that wait.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
  const readLoudly = (): Promise<void> =>
    read().then(
      () => undefined,
      (error: unknown) => log.error(error, 'failed to read the certificate; the old one is kept'),
    );

  return {
    current: () => held.value,
    subscribe: (changed) => {
      // The same function may be subscribed twice.
      const listener = (): void => changed();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    read,
    start: async (signal) => {
      const stopWatching =
        watch === false
          ? () => undefined
          : watch(
              paths,
              () => void readLoudly(),
              (error) => log.error(error, 'files are not watched; they are only polled', { interval }),
            );
      try {
        while (!signal.aborted) {
          await clock.sleep(interval, signal).catch(() => undefined);
          if (!signal.aborted) await readLoudly();
        }
      } finally {
        stopWatching();
        await running?.catch(() => undefined);
      }
    },
  };
}

const readUtf8 = (path: string): Promise<string> => readFromDisk(path, 'utf8');

async function readOne(readFile: (path: string) => Promise<string>, path: string): Promise<string> {
  try {
    return await readFile(path);
  } catch (error) {
    const why = messageOfThrown(error);
    throw new CertificateError('KB_CERTIFICATE_UNREADABLE', `${path} cannot be read: ${why}`, { cause: error });
  }
}
