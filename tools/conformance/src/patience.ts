import { systemClock } from '@kb/client';
import { type Eventually, eventuallyOn } from '@kb/testing';

/**
 * How long a suite waits in real time for what has to come, in milliseconds: many times what it takes, so that a
 * machine that is slow, or has other work, gives no other result.
 */
export const PATIENCE = 120_000;

/** An `eventually` in real time, with that patience. */
export const eventually: Eventually = (check, { timeoutMs = 0 } = {}) =>
  eventuallyOn(systemClock)(check, { timeoutMs: Math.max(timeoutMs, PATIENCE) });
