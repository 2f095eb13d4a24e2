import type { Milliseconds } from '../../durations.ts';
import type { Logger } from '../../log/logger.ts';
import type { RunBoard } from '../../run-board.ts';
import type { ThreadMemory } from '../thread-memory.ts';

/** Shorter stalls are not logged. */
const WORTH_LOGGING: Milliseconds = 1000;

/** The running reconciles, recorded for both threads. */
export interface NotedRuns extends RunBoard {
  /** Records that the event loop turned this much too late, and logs which reconciles may have blocked it. */
  turned(late: Milliseconds): void;
}

interface Run {
  readonly controller: string;
  readonly item: string;
  readonly logBlocked: (ms: Milliseconds) => void;
}

/** Records reconciles in `memory`, where the other thread finds them while this one stands still. */
export function createNotedRuns(memory: ThreadMemory, log: Logger): NotedRuns {
  /** All runs that were active at some moment since the last turn. */
  const candidates = new Set<Run>();
  const running = new Set<Run>();
  /** How much of the time since the last turn has been logged. */
  let logged: Milliseconds = 0;
  return {
    began: (controller, item, logBlocked) => {
      const run: Run = { controller, item, logBlocked };
      const place = memory.note(run);
      running.add(run);
      candidates.add(run);
      return {
        computes: () => memory.computes(place),
        returned: () => memory.computes(undefined),
        logged: (ms) => {
          logged += ms;
        },
        ended: () => {
          running.delete(run);
          if (place !== undefined) memory.erase(place);
        },
      };
    },
    turned: (late) => {
      const held = [...candidates];
      candidates.clear();
      for (const run of running) candidates.add(run);
      const unlogged = late - logged;
      logged = 0;
      if (unlogged < WORTH_LOGGING || held.length === 0) return;
      const [only] = held;
      if (only && held.length === 1) only.logBlocked(unlogged);
      else {
        log.info('Warning: the event loop stood still: leases, watches and probes wait for it', {
          seconds: unlogged / 1000,
          oneOf: held.slice(0, 10).map(({ controller, item }) => `${controller} ${item}`),
        });
      }
    },
  };
}
