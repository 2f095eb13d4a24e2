import { watchForOrphaning } from './orphan-watch.ts';

/**
 * Resolves when this process is asked to end: by Ctrl-C, termination, or the end of the process that started it. A
 * second signal ends it immediately.
 */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const end = (): void => {
      unwatch();
      for (const signal of signals) process.off(signal, end);
      resolve();
    };
    const unwatch = watchForOrphaning(end);
    for (const signal of signals) process.on(signal, end);
  });
}
