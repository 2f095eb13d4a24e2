import { isStatusError } from '@kb/apimachinery';
import type { LoopTurns } from '../../loop-turns.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import { withConversionMemory } from '../../resources/conversion-memory.ts';
import { whenConverted } from '../../resources/conversion-needed.ts';
import type { StorageEvent } from '../../storage/stored-object.ts';
import type { WatchStream } from './watch-stream.ts';

/** Queues the events of a watch, in order, each until a webhook has converted its objects. */
export interface ConversionQueue {
  /**
   * Calls `tell` when the objects of an event are converted and all events before it are sent; `undefined`: it has
   * none.
   */
  add(event: StorageEvent | undefined, tell: () => void): void;
}

/** The maximum number of events that are converted in one request to the webhook. */
const MAX_BATCH = 500;

/**
 * Creates the queue of a watch. As in kube-apiserver, a failed conversion ends the watch: the client watches again from
 * its last event.
 */
export function createConversionQueue(
  resource: ServedResource,
  stream: WatchStream,
  turns: Pick<LoopTurns, 'beforeStep'>,
): ConversionQueue {
  let waiting: { readonly event: StorageEvent | undefined; readonly tell: () => void }[] = [];
  let running = false;
  let ended = false;
  stream.onEnd(() => {
    ended = true;
    waiting = [];
  });

  const run = async (): Promise<void> => {
    // The end of the watch empties the queue.
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      // Kept until they are sent: decoding an object of the history again would give another one.
      const objects = batch.flatMap(({ event }) =>
        event ? [event.current.object, ...(event.previous ? [event.previous.object] : [])] : [],
      );
      // The conversion has its own cache, independent of the operation that caused the events.
      await withConversionMemory(async () => {
        await whenConverted(() => resource.prepare?.(objects));
        for (const { tell } of batch) {
          const turn = turns.beforeStep();
          if (turn) await turn;
          if (!ended) tell();
        }
      });
      objects.length = 0;
    }
    // In the same turn as the last look at the queue: an event that comes later starts the next run.
    running = false;
  };
  return {
    add: (event, tell) => {
      if (ended) return;
      waiting.push({ event, tell });
      if (running) return;
      running = true;
      void run().catch((error: unknown) => {
        running = false;
        stream.end();
        if (!isStatusError(error)) throw error;
      });
    },
  };
}
