import type { Clock } from '@kb/apimachinery';
import { aborted } from '../../src/abort-scope.ts';
import type { Runnable, RunnableGroupName } from '../../src/manager/runnables/runnable.ts';

/** Options of {@link recordingRunnable}. */
export interface RecordingOptions {
  /** How long it takes to be ready. */
  readonly readyAfter?: number;
  /** How long it takes to end. */
  readonly endAfter?: number;
  /** Called when it was stopped. */
  readonly onEnding?: () => Promise<void>;
}

/** Makes a runnable that records when it starts, is ready, is stopped and has ended: `caches starts`. */
export function recordingRunnable(
  happened: string[],
  clock: Clock,
  group: RunnableGroupName,
  { readyAfter = 0, endAfter = 0, onEnding }: RecordingOptions = {},
): Runnable {
  return {
    name: group,
    group,
    start: async (signal) => {
      happened.push(`${group} starts`);
      await aborted(signal);
      happened.push(`${group} ends`);
      if (endAfter > 0) await clock.sleep(endAfter);
      await onEnding?.();
      happened.push(`${group} ended`);
    },
    ready: async (signal) => {
      if (readyAfter > 0) await clock.sleep(readyAfter, signal);
      happened.push(`${group} is ready`);
    },
  };
}
