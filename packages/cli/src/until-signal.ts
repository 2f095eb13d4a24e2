/** Resolves with the first signal that asks this process to end (Ctrl-C, termination). A second one ends it at once. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) {
      process.once(signal, () => {
        for (const other of signals) process.removeAllListeners(other);
        resolve(signal);
      });
    }
  });
}
