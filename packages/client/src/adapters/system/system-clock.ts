import { type Cancel, type Clock, sleepBy } from '@kb/apimachinery';

/** The longest delay of a Node timer, in milliseconds (25 days). A timer with a longer delay fires at once. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** The real clock. Its timers keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after,
  sleep: sleepBy(after),
};

function after(ms: number, fn: () => void): Cancel {
  if (Number.isNaN(ms)) throw new TypeError('a timer needs a number of milliseconds, got NaN');
  let timer: ReturnType<typeof setTimeout>;
  const wait = (left: number): void => {
    // Node truncates fractions of a millisecond, and a timer that fires early has to be set again.
    timer =
      left > MAX_TIMEOUT ? setTimeout(() => wait(left - MAX_TIMEOUT), MAX_TIMEOUT) : setTimeout(fn, Math.ceil(left));
  };
  wait(ms);
  return () => clearTimeout(timer);
}
