/**
 * Yields what a source yields, until the signal is aborted: then it ends, also if the source ignores the signal. A
 * source that is left is ended, and what it throws then is dropped. Keeps nothing of what was yielded, unlike
 * `Promise.race` with a promise that lives as long as the iteration.
 */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  let leave: (() => void) | undefined;
  const onAbort = (): void => leave?.();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
        leave = () => resolve(undefined);
        iterator.next().then(resolve, reject);
      });
      if (next === undefined || next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // The source may wait for what never comes: nobody waits for that.
    void end(iterator).catch(() => undefined);
  }
}

async function end(iterator: AsyncIterator<unknown>): Promise<void> {
  await iterator.return?.();
}
