import type { Clock } from '@kb/apimachinery';

/** How often a watch that asks for bookmarks gets one. */
const INTERVAL_MS = 60_000;
/** How long before its end a watch gets the last one. */
const BEFORE_END_MS = 2000;
/** How soon after its initial events a watch gets the first one. */
const SOON_MS = 1000;

/** When the bookmarks of a watch are due. */
export interface BookmarkPlan {
  readonly send: () => void;
  /** True: the first one comes a second after the initial events. */
  readonly soon: boolean;
  /** When the watch ends. */
  readonly deadline: number;
}

/** Sends bookmarks each minute and before the watch ends, until the function that it returns is called. */
export function sendBookmarks(clock: Clock, { send, soon, deadline }: BookmarkPlan): () => void {
  let cancel = (): void => undefined;
  const plan = (delay: number): void => {
    cancel = clock.after(delay, () => {
      send();
      planNext();
    });
  };
  const planNext = (): void => {
    const delay = Math.min(INTERVAL_MS, deadline - BEFORE_END_MS - clock.now());
    if (delay > 0) plan(delay);
  };
  if (soon) plan(SOON_MS);
  else planNext();
  return () => cancel();
}
