import { type Cancel, type Clock, monotonicNow } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';

/** One timer for all items that wait for their time: it is set to the earliest of these times. */
export interface DueTimer {
  /** Sets the timer to a time by the monotonic clock; undefined stops it. */
  setTo(at: Milliseconds | undefined): void;
}

/** Makes a timer that is not set. `onDue` is called when its time has come; the timer is not set any more then. */
export function createDueTimer(clock: Clock, onDue: () => void): DueTimer {
  let set: { readonly at: Milliseconds; readonly cancel: Cancel } | undefined;

  const ring = (): void => {
    set = undefined;
    onDue();
  };

  return {
    setTo: (at) => {
      if (set?.at === at) return;
      set?.cancel();
      set = at === undefined ? undefined : { at, cancel: clock.after(Math.max(0, at - monotonicNow(clock)), ring) };
    },
  };
}
