import type { Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';

/** Whether this process may act as the leader. */
export interface Leadership {
  /**
   * True while no other process can have become the leader, by the local clock at the moment of the call: so a process
   * that was stopped, or whose event loop stood still, notices the loss when it wakes, before its next write and before
   * any timer has run.
   */
  valid(): boolean;
}

/** The leadership of a process without leader election, where every replica works: always valid. */
export const uncontestedLeadership: Leadership = { valid: () => true };

/** A {@link Leadership} that the elector keeps up to date. */
export interface HeldLeadership extends Leadership {
  /** Records that a request which was sent at `sent` wrote the lease. */
  renewed(sent: Instant): void;
  /** Records that the lease is given up or lost: not valid until the next renewal. */
  ended(): void;
  /**
   * How long ago the last successful renewal was sent, on the monotonic clock; undefined when the lease is not held.
   */
  age(): Milliseconds | undefined;
}

/** A moment on both clocks. */
export interface Instant {
  readonly wall: number;
  readonly monotonic: number;
}

/** Receives the moment until which a leadership is valid, on both clocks; undefined when it is not valid. */
export type PublishLeadership = (until: Instant | undefined) => void;

/** Returns the current moment. */
export function instantOf(clock: Clock): Instant {
  const wall = clock.now();
  return { wall, monotonic: clock.monotonic?.() ?? wall };
}

/**
 * Creates a leadership that is valid for `duration` after the sending of its last renewal. It must be valid on both
 * clocks: the monotonic one stops while the machine sleeps, and the wall clock can be set back. When it is over only on
 * the wall clock (which was set forward), the next renewal makes it valid again.
 */
export function createHeldLeadership(
  clock: Clock,
  duration: Milliseconds,
  publish?: PublishLeadership,
): HeldLeadership {
  let last: Instant | undefined;
  return {
    valid: () => {
      if (!last) return false;
      const now = instantOf(clock);
      return now.monotonic - last.monotonic < duration && now.wall - last.wall < duration;
    },
    renewed: (sent) => {
      last = sent;
      publish?.({ wall: sent.wall + duration, monotonic: sent.monotonic + duration });
    },
    ended: () => {
      last = undefined;
      publish?.(undefined);
    },
    age: () => last && instantOf(clock).monotonic - last.monotonic,
  };
}
