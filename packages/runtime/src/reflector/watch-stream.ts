import type { Cancel, Clock, KubernetesObject } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import { abortScope } from '../abort-scope.ts';
import type { Milliseconds } from '../durations.ts';
import { monotonicNow } from '../monotonic-now.ts';
import type { ListerWatcher, WatchRequest } from './lister-watcher.ts';
import type { WatchMeasurement } from './reflector-metrics.ts';
import { isProbableEOF } from './watch-errors.ts';

/** A stream that its server does not end is given up this long after the time that it was asked to last. */
const timeoutGrace: Milliseconds = 30_000;

/** Why and how a watch ended. */
export interface WatchEnd {
  /**
   * What the server or the network said; undefined when the stream just ended, was cut, or was given up because of its
   * silence.
   */
  readonly error: unknown;
  /** Within a second and without an event. */
  readonly brief: boolean;
  /** Given up: nothing came, although something should have. */
  readonly silent: boolean;
}

/** What {@link runWatch} asks and tells. */
export interface WatchRun<T extends KubernetesObject> {
  readonly source: ListerWatcher<T>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly request: Omit<WatchRequest, 'signal'>;
  /** Takes events, oldest first. Answers true to count time and events anew: what came until now was a list. */
  take(events: readonly WatchEvent<T>[]): boolean;
  /** Asked now and then: looks after a stream on which nothing came since `heardAt`. */
  check(now: number, heardAt: number): Check;
  /** Told of the watch when it ended. */
  measured?(watch: WatchMeasurement): void;
}

/**
 * What is to become of a stream: to be asked again after so many milliseconds at the latest, or to be given up, with an
 * error or as if it had ended.
 */
export type Check = { readonly next: Milliseconds } | { readonly giveUp: Error | 'silent' };

/**
 * Sends one watch request and takes its events to its end. Rejects only with the reason of `signal`. A connection that
 * breaks ends a stream as its server's own end does: what matters is where it stood.
 */
export async function runWatch<T extends KubernetesObject>(run: WatchRun<T>): Promise<WatchEnd> {
  const { source, clock, request } = run;
  const scope = abortScope(run.signal);
  const sentAt = monotonicNow(clock);
  const deadline = sentAt + request.timeoutSeconds * 1000 + timeoutGrace;
  let countedFrom = sentAt;
  let counted = 0;
  let items = 0;
  let heardAt = sentAt;
  let gaveUp: Error | 'silent' | undefined;
  let cancel: Cancel = () => undefined;

  const giveUp = (why: Error | 'silent'): void => {
    gaveUp = why;
    scope.abort(why === 'silent' ? new Error('the watch was silent') : why);
  };
  const check = (): void => {
    const now = monotonicNow(clock);
    if (now >= deadline) {
      giveUp('silent');
      return;
    }
    const result = run.check(now, heardAt);
    if ('giveUp' in result) giveUp(result.giveUp);
    else cancel = clock.after(Math.min(result.next, deadline - now), check);
  };

  const ended = (error?: unknown): WatchEnd => {
    const brief = counted === 0 && monotonicNow(clock) - countedFrom < 1000;
    run.measured?.({ seconds: (monotonicNow(clock) - sentAt) / 1000, items, short: items === 0 && brief });
    return { error, brief, silent: gaveUp === 'silent' };
  };
  check();
  try {
    for await (const events of source.watch({ ...request, signal: scope.signal })) {
      scope.signal.throwIfAborted();
      heardAt = monotonicNow(clock);
      items += events.length;
      counted += events.length;
      if (run.take(events)) {
        countedFrom = heardAt;
        counted = 0;
      }
    }
    run.signal.throwIfAborted();
    return ended();
  } catch (error) {
    run.signal.throwIfAborted();
    if (gaveUp !== undefined) return ended(gaveUp === 'silent' ? undefined : gaveUp);
    return ended(isProbableEOF(error) ? undefined : error);
  } finally {
    cancel();
    scope.close();
  }
}
