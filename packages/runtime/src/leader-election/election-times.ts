import { checkOption, finiteMilliseconds } from '../check-options.ts';
import { type Milliseconds, seconds } from '../durations.ts';

/** The times of an election. */
export interface ElectionTimes {
  /** How long others wait, after the record last changed, before they take the lease: longer than `renewDeadline`. */
  readonly leaseDuration: Milliseconds;
  /** How long the leader tries to renew before it gives up: longer than 1.2 retry periods. */
  readonly renewDeadline: Milliseconds;
  /** How long to wait between two tries. */
  readonly retryPeriod: Milliseconds;
}

/** A candidate tries again after 1 to 1 + this many retry periods. */
export const JITTER_FACTOR = 1.2;

/** Throws a TypeError when the times of an election contradict each other. */
export function checkElectionTimes({ leaseDuration, renewDeadline, retryPeriod }: ElectionTimes): void {
  for (const [name, value] of Object.entries({ leaseDuration, renewDeadline, retryPeriod })) {
    const isNumber = typeof value === 'number' && value !== Infinity;
    if (isNumber && !(value > 0)) throw new TypeError(`leader election: ${name} must be greater than zero`);
    checkOption(`leader election: ${name}`, value, finiteMilliseconds);
  }
  // The Lease has whole seconds, in 32 bits, and the server refuses 0.
  if (leaseDuration < seconds(1) || leaseDuration >= seconds(2 ** 31)) {
    throw new TypeError(
      `leader election: leaseDuration must be from one second to ${2 ** 31 - 1} seconds, got ${leaseDuration} ms`,
    );
  }
  if (leaseDuration <= renewDeadline) {
    throw new TypeError('leader election: leaseDuration must be greater than renewDeadline');
  }
  if (renewDeadline <= JITTER_FACTOR * retryPeriod) {
    throw new TypeError('leader election: renewDeadline must be greater than retryPeriod*JitterFactor');
  }
}
