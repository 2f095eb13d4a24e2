/**
 * Settles like `promise`, unless the signal is aborted first: then it rejects with the signal's reason. `promise`
 * itself continues.
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    const done = (): void => signal.removeEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(done);
  });
}

/** An abort controller that also follows a caller's signal. */
export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Removes the listener from the caller's signal. */
  unlink(): void;
}

/**
 * Creates a {@link LinkedAbort}. Does not use AbortSignal.any, so that a signal that lives as long as the process does
 * not retain finished calls.
 */
export function linkedAbort(parent: AbortSignal | undefined): LinkedAbort {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent?.reason);
  if (parent?.aborted) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => parent?.removeEventListener('abort', follow),
  };
}
