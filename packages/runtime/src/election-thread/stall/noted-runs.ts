import type { Milliseconds } from '../../durations.ts';
import type { Logger } from '../../log/logger.ts';
import type { RunBoard } from '../../run-board.ts';
import type { ThreadMemory } from '../thread-memory.ts';

/** A stall that is shorter is not worth a line. */
const worthTelling: Milliseconds = 1000;

/** The reconciles that run, noted for both threads. */
export interface NotedRuns extends RunBoard {
  /** The event loop has turned, so much later than it should have: whoever held it is told. */
  turned(late: Milliseconds): void;
}

interface Run {
  readonly controller: string;
  readonly item: string;
  readonly tellBlocked: (ms: Milliseconds) => void;
}

/** Notes reconciles in `memory`, where the other thread finds them while this one stands still. */
export function createNotedRuns(memory: ThreadMemory, log: Logger): NotedRuns {
  /** All that ran at some moment since the last turn. */
  const candidates = new Set<Run>();
  const running = new Set<Run>();
  /** How much of the time since the last turn has been told. */
  let told: Milliseconds = 0;
  return {
    began: (controller, item, tellBlocked) => {
      const run: Run = { controller, item, tellBlocked };
      const place = memory.note(run);
      running.add(run);
      candidates.add(run);
      return {
        computes: () => memory.computes(place),
        answered: () => memory.computes(undefined),
        told: (ms) => {
          told += ms;
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
      const untold = late - told;
      told = 0;
      if (untold < worthTelling || held.length === 0) return;
      const [only] = held;
      if (only && held.length === 1) only.tellBlocked(untold);
      else {
        log.info('Warning: the event loop stood still: leases, watches and probes wait for it', {
          seconds: untold / 1000,
          oneOf: held.slice(0, 10).map(({ controller, item }) => `${controller} ${item}`),
        });
      }
    },
  };
}
