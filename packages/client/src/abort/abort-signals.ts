/**
 * What `promise` gives, unless the signal is aborted first: then it rejects with the signal's reason, and the promise
 * goes on for others.
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
  /** Leaves the caller's signal. */
  unlink(): void;
}

/**
 * Makes a {@link LinkedAbort}. By hand and not with AbortSignal.any, so that a signal that lives as long as the process
 * keeps nothing of what is over.
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
