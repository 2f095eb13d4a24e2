import { type Clock, monotonicNow, sleepBy } from '@kb/apimachinery';

/** A clock that can run ahead of another one. */
export interface OffsetClock extends Clock {
  /** Lets this much time pass at once: timers that are due then fire, the earliest first. */
  advance(ms: number): void;
}

interface Timer {
  /** By this clock. */
  readonly due: number;
  readonly fire: () => void;
  cancel: () => void;
}

/** Creates a clock that shows the time of another one until it is advanced. */
export function createOffsetClock(clock: Clock): OffsetClock {
  const timers = new Set<Timer>();
  let offset = 0;
  const now = (): number => clock.now() + offset;
  const monotonic = (): number => monotonicNow(clock) + offset;
  const after: Clock['after'] = (ms, fn) => {
    const fire = (): void => {
      timers.delete(timer);
      fn();
    };
    const timer: Timer = { due: monotonic() + ms, fire, cancel: clock.after(ms, fire) };
    timers.add(timer);
    return () => {
      timers.delete(timer);
      timer.cancel();
    };
  };
  return {
    now,
    monotonic,
    after,
    sleep: sleepBy(after),
    advance: (ms) => {
      offset += ms;
      for (const timer of [...timers].sort((a, b) => a.due - b.due)) {
        timer.cancel();
        timer.cancel = clock.after(Math.max(0, timer.due - monotonic()), timer.fire);
      }
    },
  };
}
