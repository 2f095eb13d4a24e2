import type { Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';

/** Whether this process may act as the leader. */
export interface Leadership {
  /**
   * True while nobody else can have become the leader, judged by the local clock at the moment of the call: so a
   * process that was stopped, or whose event loop stood still, learns of it on waking, before its next write and before
   * any timer has run.
   */
  valid(): boolean;
}

/** The leadership of a process without leader election, where every replica works: always valid. */
export const uncontestedLeadership: Leadership = { valid: () => true };

/** A {@link Leadership} that the elector keeps up to date. */
export interface HeldLeadership extends Leadership {
  /**
   * The lease was written by a request that was sent at `sent`, for as long as the elector goes on without renewing it.
   */
  renewed(sent: Instant): void;
  /** The lease is given up or lost: never valid again until renewed. */
  ended(): void;
  /** How long ago the last successful renewal was sent, by the clock that nobody sets; undefined when not held. */
  age(): Milliseconds | undefined;
}

/** A moment on both clocks. */
export interface Instant {
  readonly wall: number;
  readonly monotonic: number;
}

/** Takes the moment until which a leadership is valid, on both clocks; undefined when it is not. */
export type PublishLeadership = (until: Instant | undefined) => void;

/** The moment that it is now. */
export function instantOf(clock: Clock): Instant {
  const wall = clock.now();
  return { wall, monotonic: clock.monotonic?.() ?? wall };
}

/**
 * Makes a leadership that is valid for `duration` after the sending of its last renewal. Both clocks must agree: the
 * monotonic one does not go on while the machine sleeps, and the wall clock can be set back. When only the wall clock
 * says that time is over (it was set forward), the next renewal makes it valid again.
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
