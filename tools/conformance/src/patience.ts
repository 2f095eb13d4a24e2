import { systemClock } from '@kb/client';
import { type Eventually, eventuallyOn } from '@kb/testing';

/**
 * How long a suite waits in real time for an expected event, in milliseconds: many times what it takes, so that a slow
 * or busy machine does not change the result.
 */
export const PATIENCE = 120_000;

/** An `eventually` in real time that waits at least this long. */
export const eventually: Eventually = (check, { timeoutMs = 0 } = {}) =>
  eventuallyOn(systemClock)(check, { timeoutMs: Math.max(timeoutMs, PATIENCE) });
