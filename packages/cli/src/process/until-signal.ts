import { watchForOrphaning } from './orphan-watch.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Resolves when this process is asked to end: by Ctrl-C, termination, or the end of the process that started it. A
 * second signal ends it immediately.
 */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unwatch();
      for (const signal of signals) process.off(signal, end);
      resolve();
    };
    const unwatch = watchForOrphaning(end);
    for (const signal of signals) process.on(signal, end);
  });
}

/** Ends this process by `process.exit`, which ends what it has started, too. */
export function endAtOnce(): never {
  process.exit(INTERRUPTED);
}

/** Lets the next signal end this process as {@link endAtOnce} does. Returns what ends that. */
export function endAtNextSignal(): () => void {
  for (const signal of signals) process.on(signal, endAtOnce);
  return () => {
    for (const signal of signals) process.off(signal, endAtOnce);
  };
}

const INTERRUPTED = 130;
