import type { Clock } from '@kb/apimachinery';

/** The interval of bookmarks in a watch that requests them. */
const INTERVAL_MS = 60_000;
/** The time between the last bookmark and the end of the watch. */
const BEFORE_END_MS = 2000;
/** The time between the initial events and the first bookmark. */
const SOON_MS = 1000;

/** The schedule of a watch's bookmarks. */
export interface BookmarkPlan {
  readonly send: () => void;
  /** True if the first one comes a second after the initial events. */
  readonly soon: boolean;
  /** The end of the watch. */
  readonly deadline: number;
}

/** Sends bookmarks each minute and before the watch ends, until the returned function is called. */
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
