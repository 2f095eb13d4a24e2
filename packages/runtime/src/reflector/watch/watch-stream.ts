import { type Cancel, type Clock, type KubernetesObject, monotonicNow } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import { abortScope } from '../../abort-scope.ts';
import type { Milliseconds } from '../../durations.ts';
import type { ListerWatcher, WatchRequest } from '../shared/lister-watcher.ts';
import type { WatchMeasurement } from '../shared/reflector-metrics.ts';
import { isProbableEOF } from '../retry/watch-errors.ts';

/** A stream that the server does not end is given up this long after the requested end. */
const TIMEOUT_GRACE: Milliseconds = 30_000;

/** Why and how a watch ended. */
export interface WatchEnd {
  /**
   * The error of the server or the network; undefined when the stream just ended, was cut, or was given up because it
   * was silent.
   */
  readonly error: unknown;
  /** Whether it ended within a second and without an event. */
  readonly brief: boolean;
  /** Whether it was given up because nothing came although something should have. */
  readonly silent: boolean;
}

/** Options of {@link runWatch}. */
export interface WatchRun<T extends KubernetesObject> {
  readonly source: ListerWatcher<T>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly request: Omit<WatchRequest, 'signal'>;
  /** Takes events, oldest first. Returns true when a list ended: time and events are counted from there again. */
  take(events: readonly WatchEvent<T>[]): boolean;
  /** Called from time to time: decides about a stream whose last event came at `heardAt`. */
  check(now: number, heardAt: number): Check;
  /** Called when the watch has ended. */
  measured?(watch: WatchMeasurement): void;
}

/**
 * What to do with a stream: check it again after `next` milliseconds at the latest, or give it up, with an error or as
 * if it had ended.
 */
export type Check = { readonly next: Milliseconds } | { readonly giveUp: Error | 'silent' };

/**
 * Sends one watch request and takes its events until it ends. Rejects only with the reason of `signal`. A broken
 * connection ends a stream just as its server does: the next watch continues from the last version in either case.
 */
export async function runWatch<T extends KubernetesObject>(run: WatchRun<T>): Promise<WatchEnd> {
  const { source, clock, request } = run;
  const scope = abortScope(run.signal);
  const sentAt = monotonicNow(clock);
  const deadline = sentAt + request.timeoutSeconds * 1000 + TIMEOUT_GRACE;
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
