import { type Clock, createVirtualClock, type VirtualClock } from '@kb/apimachinery';

/** A machine whose clock can be set. */
export interface SettableClock {
  readonly clock: Clock;
  /** Moves time on. */
  readonly time: VirtualClock;
  /** Sets the wall clock so many milliseconds forward, or back. */
  readonly set: (by: number) => void;
}

/** Makes one. */
export function settableClock(): SettableClock {
  const time = createVirtualClock();
  let offset = 0;
  return {
    time,
    clock: { ...time, now: () => time.now() + offset, monotonic: () => time.now() },
    set: (by) => {
      offset += by;
    },
  };
}
