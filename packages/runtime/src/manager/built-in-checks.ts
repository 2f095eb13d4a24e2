import { type Clock, formatGroupResource } from '@kb/apimachinery';
import type { CachedResourceState } from '../cache/cached-resource.ts';
import { type Milliseconds, minutes, seconds } from '../durations.ts';
import type { HealthCheck } from '../health/health-check.ts';
import type { HealthServer } from '../health/health-server.ts';
import type { LeaderElector } from '../leader-election/leader-elector.ts';
import { describeError } from '../log/sinks.ts';

/** How much longer than the lease duration a leader may go without renewing before it is not healthy: kube-controller-manager's number. */
const watchDogTolerance = seconds(20);

/** How long a watch may fail before the process is not ready: longer than any back-off, and than an API server takes to restart. */
const watchTolerance = minutes(2);

/** What a manager can be asked about by itself. */
export interface CheckedParts {
  readonly clock: Clock;
  readonly elector: LeaderElector | undefined;
  readonly webhookServer: { readonly startedCheck: HealthCheck } | undefined;
  /** How the watches are doing; undefined as long as they have not been started. */
  readonly watches: () => readonly CachedResourceState[] | undefined;
}

/**
 * The checks that every manager has, beyond controller-runtime's:
 *
 * - `/healthz/leader-election`: a leader that has not renewed for too long and still runs should be restarted.
 * - `/readyz/webhooks`: the webhook server answers.
 * - `/readyz/caches`: every watch has synced, and none has failed for long. Not where there are webhooks: the API server reaches those of ready Pods only, and may need them to convert what
 *   the caches wait for.
 */
export function addBuiltInChecks(server: HealthServer, parts: CheckedParts): void {
  const { clock, elector, webhookServer, watches } = parts;
  if (elector) server.addHealthCheck('leader-election', () => elector.check(watchDogTolerance));
  if (webhookServer) server.addReadyCheck('webhooks', webhookServer.startedCheck);
  else server.addReadyCheck('caches', () => checkWatches(watches(), clock.now()));
}

function checkWatches(states: readonly CachedResourceState[] | undefined, now: Milliseconds): void {
  if (!states) throw new Error('the caches have not been started');
  const problems = states.flatMap((state) => problemOf(state, now) ?? []);
  if (problems.length > 0) throw new Error(problems.join('; '));
}

/** What is wrong with a watch; undefined when nothing is. */
function problemOf(state: CachedResourceState, now: Milliseconds): string | undefined {
  const { resource, namespace, synced, lastError, lastEventAt } = state;
  const what = namespace ? `${formatGroupResource(resource)} in ${namespace}` : formatGroupResource(resource);
  const why = lastError === undefined ? 'the API server has not answered' : describeError(lastError).message;
  if (!synced) return `${what}: not synced: ${why}`;
  const silent = now - (lastEventAt ?? 0);
  if (lastError === undefined || silent <= watchTolerance) return undefined;
  return `${what}: no contact for ${Math.round(silent / 1000)} s: ${why}`;
}
