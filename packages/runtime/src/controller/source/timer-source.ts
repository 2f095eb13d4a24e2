import type { Cancel, ObjectKey } from '@kb/apimachinery';
import { aBoolean, aName, checkOptions, type OptionRule, positiveMilliseconds, required } from '../../check-options.ts';
import type { Milliseconds } from '../../durations.ts';
import type { MapContext } from '../watch/watched-event.ts';
import { genericEvent, outsideDelivery } from './outside-events.ts';
import type { Source } from './source.ts';

const aPart: OptionRule = {
  expected: 'a number from 0 on, such as 0.1',
  holds: (value) => typeof value === 'number' && value >= 0,
};

const timerRules = { every: required(positiveMilliseconds), jitter: aPart, immediately: aBoolean, name: aName };

/** Options of {@link timerSource}. */
export interface TimerSourceOptions {
  /** The time between two ticks. More than 0. */
  readonly every: Milliseconds;
  /** Spreads the ticks: each wait is longer by up to this fraction, such as 0.1. Default: 0. */
  readonly jitter?: number;
  /** Whether it ticks at the start too. Default: false. */
  readonly immediately?: boolean;
  /** The name in logs and causes. Default: `timer source`. */
  readonly name?: string;
}

/**
 * Makes a source that wakes keys at intervals: `keys` is called at each tick. To wake one object at its own time, use
 * requeueAfter.
 *
 * ```ts
 * controllerFor(apps).watchesRawSource(
 *   timerSource({ every: hours(1) }, ({ cached }) => cached(apps).list().map(keyOf)),
 * );
 * ```
 *
 * Throws a TypeError when an option is invalid.
 */
export function timerSource(options: TimerSourceOptions, keys: (reads: MapContext) => Iterable<ObjectKey>): Source {
  const { every, jitter = 0, immediately = false, name = 'timer source' } = options;
  checkOptions('timerSource', options, timerRules);
  const delivery = outsideDelivery<undefined>((_, reads) => keys(reads), {});
  return {
    name,
    start: ({ deliver, clock, random, signal }) => {
      let cancel: Cancel = () => undefined;
      const turn = (): void => {
        wait();
        deliver(genericEvent(undefined), delivery);
      };
      const wait = (): void => {
        cancel = clock.after(every * (1 + jitter * random()), turn);
      };
      if (signal.aborted) return;
      signal.addEventListener('abort', () => cancel(), { once: true });
      if (immediately) turn();
      else wait();
    },
  };
}
