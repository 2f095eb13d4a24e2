import type { KubernetesObject } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';
import { describeError } from '../../log/describe-error.ts';
import type { CachePart } from '../part/cache-part.ts';
import { CacheReadTimeoutError } from '../read/cache-errors.ts';
import type { ResourceState } from './resource-state.ts';

/** Makes the error of a wait for the first list that took too long. */
export function syncTimeoutError<T extends KubernetesObject>(
  { name, parts: { all } }: ResourceState<T>,
  timeout: Milliseconds,
): CacheReadTimeoutError {
  const { text, cause } = reasonOf(all.find((part) => !part.informer.hasSynced()) ?? all[0]);
  return new CacheReadTimeoutError(`the cache of ${name} was not filled within ${timeout / 1000} s: ${text}`, {
    cause,
  });
}

/**
 * Makes the error of a wait that took too long: for a write of this process to `key`; undefined: for all its writes.
 */
export function writeTimeoutError<T extends KubernetesObject>(
  { name, parts: { all } }: ResourceState<T>,
  key: string | undefined,
  timeout: Milliseconds,
): CacheReadTimeoutError {
  const part = all.find((one) => !one.hasSeenWrites(key));
  const { text, cause } = reasonOf(part);
  const version = part?.unseenVersion(key);
  const what = `${key ?? 'all writes'}${version === undefined ? '' : ` at version ${version}`}`;
  const at = part?.informer.resourceVersion() || 'none';
  return new CacheReadTimeoutError(
    `the cache of ${name} has not seen what this process wrote (${what}) within ${timeout / 1000} s; it is at version ${at}: ${text}`,
    { cause },
  );
}

/** Describes why a part is late: its last error, or the phase of its watch. */
function reasonOf<T extends KubernetesObject>(
  part: CachePart<T> | undefined,
): { readonly text: string; readonly cause: unknown } {
  const { lastError, phase } = part?.informer.state() ?? {};
  if (lastError === undefined) return { text: `its watch is ${phase ?? 'idle'}`, cause: undefined };
  return { text: describeError(lastError).message, cause: lastError };
}
