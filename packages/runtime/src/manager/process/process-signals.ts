/** A source of signals: `process`, or a test's. */
export interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM', listener: (signal: 'SIGINT' | 'SIGTERM') => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: (signal: 'SIGINT' | 'SIGTERM') => void): unknown;
  exit(code: number): void;
}

/** The listener of {@link listenToSignals}. */
export interface ProcessSignals {
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** Removes the listeners. */
  close(): void;
}

/**
 * Listens to the signals that end a process: the first aborts, the second ends it at once with code 1.
 * controller-runtime's SetupSignalHandler.
 */
export function listenToSignals(source: SignalSource, onFirst: (signal: string) => void): ProcessSignals {
  const stop = new AbortController();
  const listener = (signal: string): void => {
    if (stop.signal.aborted) {
      source.exit(1);
      return;
    }
    onFirst(signal);
    stop.abort(new Error(`stopped by ${signal}`));
  };
  source.on('SIGINT', listener);
  source.on('SIGTERM', listener);
  return {
    signal: stop.signal,
    close: () => {
      source.off('SIGINT', listener);
      source.off('SIGTERM', listener);
    },
  };
}
