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
