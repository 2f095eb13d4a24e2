/** A signal that is aborted with its parent, or independently. Must be closed, or the parent retains it. */
export interface AbortScope {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Detaches from the parent without aborting. */
  close(): void;
}

/** Creates a scope under `parent`. Unlike with `AbortSignal.any`, a long-lived parent retains nothing after `close`. */
export function abortScope(parent: AbortSignal | undefined): AbortScope {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent?.reason);
  if (parent?.aborted) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  const close = (): void => parent?.removeEventListener('abort', follow);
  return {
    signal: controller.signal,
    abort: (reason) => {
      close();
      controller.abort(reason);
    },
    close,
  };
}

/**
 * Resolves when `signal` is aborted. Its listener stays until then, so use it only for signals that do not outlive the
 * waiting code.
 */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
