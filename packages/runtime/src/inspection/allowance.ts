import { type Clock, monotonicNow } from '@kb/apimachinery';

/** How many records a second are published for long, and how many at once after a quiet time. */
const RECORDS_PER_SECOND = 2000;
const RECORDS_AT_ONCE = 6000;

/** How many records may still be published, so that a storm of them does not slow the operator. */
export interface Allowance {
  /** Takes one record. Returns false when there is none left. */
  take(): boolean;
  /** Takes one record of something that has begun, even when there is none left: later ones pay for it. */
  owe(): void;
}

/** Makes an allowance that refills as time passes. */
export function createAllowance(clock: Clock): Allowance {
  let left = RECORDS_AT_ONCE;
  let at = monotonicNow(clock);
  const refill = (): void => {
    const now = monotonicNow(clock);
    left = Math.min(RECORDS_AT_ONCE, left + ((now - at) / 1000) * RECORDS_PER_SECOND);
    at = now;
  };
  return {
    take: () => {
      if (left < 1) refill();
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    owe: () => {
      left -= 1;
    },
  };
}
