import type { ServerContext } from '../context/server-context.ts';

/** A context whose time and randomness can be lived through again. */
export interface Replayable {
  readonly server: ServerContext;
  /** From now on the random numbers come again from the first. */
  readonly rewind: () => void;
}

/**
 * Makes a context in which the time stands still, and {@link Replayable.rewind} brings the same random numbers again.
 * Timers and all else are the server's.
 */
export function replayable(server: ServerContext): Replayable {
  const now = server.clock.now();
  const drawn: number[] = [];
  let next = 0;
  return {
    server: {
      ...server,
      clock: {
        now: () => now,
        after: (ms, fn) => server.clock.after(ms, fn),
        sleep: (ms, signal) => server.clock.sleep(ms, signal),
      },
      random: () => {
        const number = drawn[next] ?? server.random();
        drawn[next] = number;
        next += 1;
        return number;
      },
    },
    rewind: () => {
      next = 0;
    },
  };
}
