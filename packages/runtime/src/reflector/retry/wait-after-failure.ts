import {
  isExpired,
  isInstance,
  isNotFound,
  isTooManyRequests,
  type KubernetesObject,
  messageOfThrown,
} from '@kb/apimachinery';
import type { ReflectorContext } from '../shared/reflector-context.ts';
import { createReflectorBackoff, shortestWait } from './backoff.ts';
import {
  failureReason,
  isConnectionError,
  isConnectionRefused,
  isVersionLost,
  VeryShortWatchError,
} from './watch-errors.ts';

/** Notes and logs a failed list or watch, and waits until the next attempt. Rejects with the reason of `signal`. */
export type WaitAfterFailure = (error: unknown, signal: AbortSignal) => Promise<void>;

/** Makes the waits of one reflector. `notServed`: what to do where the server does not know the resource (404). */
export function createWaitAfterFailure<T extends KubernetesObject>(
  { name, clock, random, log, metrics, progress }: ReflectorContext<T>,
  notServed: string | undefined,
): WaitAfterFailure {
  const backoff = createReflectorBackoff(clock, random);

  return async (error, signal) => {
    // The back-off does not start over: if the server soon refuses connections again, the next wait is as long as
    // before.
    const isBack = isConnectionRefused(progress.lastError) && isVersionLost(error);
    const delay = isBack ? shortestWait(random) : backoff();
    progress.phase = 'waiting';
    progress.lastError = error;
    metrics?.failed(failureReason(error));
    const line = { resource: name, error: messageOfThrown(error), retryInMs: Math.round(delay) };
    if (isExpired(error) || isInstance(error, VeryShortWatchError)) log.debug('Watch ended', line);
    else if (isConnectionError(error) || isTooManyRequests(error)) log.info('List and watch interrupted', line);
    else {
      const hint = isNotFound(error) ? notServed : undefined;
      log.error(error, 'Failed to list and watch', { resource: name, retryInMs: Math.round(delay), hint });
    }
    await clock.sleep(delay, signal);
  };
}
