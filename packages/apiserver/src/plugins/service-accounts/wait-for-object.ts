import type { Clock } from '@kb/apimachinery';
import type { Collection } from '../../storage/collection.ts';

/** How long to wait. */
export interface Patience {
  readonly clock: Clock;
  /** In milliseconds. */
  readonly patience: number;
  /** Ends the wait early. */
  readonly signal: AbortSignal | undefined;
}

/** Resolves when an object exists, or when the patience is over. */
export function waitForObject(
  collection: Collection,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  { clock, patience, signal }: Patience,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unsubscribe();
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const unsubscribe = collection.subscribe(end, { namespace, name });
    const cancel = clock.after(patience, end);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted || collection.get(namespace, name)) end();
  });
}
