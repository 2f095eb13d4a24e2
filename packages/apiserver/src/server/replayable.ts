import type { ServerContext } from '../context/server-context.ts';

/** A context whose time and random numbers can be replayed. */
export interface Replayable {
  readonly server: ServerContext;
  /** Makes the random numbers start again from the first. */
  readonly rewind: () => void;
}

/**
 * Makes a context in which the time stands still, and in which {@link Replayable.rewind} replays the same random
 * numbers. Timers and everything else are the server's.
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
