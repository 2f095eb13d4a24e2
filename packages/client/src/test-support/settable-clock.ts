import { type Clock, createVirtualClock, type VirtualClock } from '@kb/apimachinery';

/** A clock whose wall time can be set. */
export interface SettableClock {
  readonly clock: Clock;
  /** The virtual time. */
  readonly time: VirtualClock;
  /** Sets the wall clock forward, or back, by this many milliseconds. */
  readonly set: (by: number) => void;
}

/** Creates a {@link SettableClock}. */
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
