import { formatGroupResource } from '@kb/apimachinery';
import type { CachedResourceState } from '../cache/cached-resource.ts';
import { minutes, seconds } from '../durations.ts';
import { checkNameOfCheck, type HealthCheck, type HealthChecks, ping } from '../health/health-check.ts';
import type { HealthServer } from '../health/health-server.ts';
import type { LeaderElector } from '../leader-election/leader-elector.ts';
import { describeError } from '../log/describe-error.ts';

/**
 * How much longer than the lease duration a leader may go without renewing before it is not healthy:
 * kube-controller-manager's number.
 */
const watchDogTolerance = seconds(20);

/**
 * How long a watch may fail before the process is not ready: longer than any back-off, and than an API server takes to
 * restart.
 */
const watchTolerance = minutes(2);

/** What a manager can be asked about by itself. */
export interface CheckedParts {
  readonly elector: LeaderElector | undefined;
  readonly webhookServer: { readonly startedCheck: HealthCheck } | undefined;
  /** How the watches are doing; undefined as long as they have not been started. */
  readonly watches: () => readonly CachedResourceState[] | undefined;
}

/** Where a check answers. */
export type CheckEndpoint = '/healthz' | '/readyz';

/**
 * Makes what throws a TypeError when a manager's check cannot be named so, is built in, or is there already; whether or
 * not probes are served, as the mistake would only be seen in a cluster else. A name that it lets pass is taken from
 * then on.
 */
export function createCheckNames(parts: CheckedParts): (endpoint: CheckEndpoint, name: string) => void {
  const builtIn = builtInChecks(parts);
  const taken = { '/healthz': new Set<string>(), '/readyz': new Set<string>() };
  return (endpoint, name) => {
    checkNameOfCheck(endpoint, name);
    if (builtIn[endpoint].has(name)) {
      throw new TypeError(`the check "${name}" at ${endpoint} is built in, this manager has it: take another name`);
    }
    if (taken[endpoint].has(name)) throw new TypeError(`there are two checks named "${name}" at ${endpoint}`);
    taken[endpoint].add(name);
  };
}

/** Adds the {@link builtInChecks}. */
export function addBuiltInChecks(server: HealthServer, parts: CheckedParts): void {
  const checks = builtInChecks(parts);
  for (const [name, check] of checks['/healthz']) server.addHealthzCheck(name, check);
  for (const [name, check] of checks['/readyz']) server.addReadyzCheck(name, check);
}

/**
 * The checks that every manager has. Two say that the process answers, `/healthz/healthz` and `/readyz/readyz`, which
 * kubebuilder's projects add themselves; beyond controller-runtime's:
 *
 * - `/healthz/leader-election`: a leader that has not renewed for too long and still runs should be restarted.
 * - `/readyz/webhooks`: the webhook server answers.
 * - `/readyz/caches`: every watch has synced, and none has failed for long. Not where there are webhooks: the API
 *   server reaches those of ready Pods only, and may need them to convert what the caches wait for.
 */
function builtInChecks({ elector, webhookServer, watches }: CheckedParts): Record<CheckEndpoint, HealthChecks> {
  const healthz = new Map([['healthz', ping]]);
  if (elector) healthz.set('leader-election', () => elector.check(watchDogTolerance));
  const readyz = new Map([['readyz', ping]]);
  if (webhookServer) readyz.set('webhooks', webhookServer.startedCheck);
  else readyz.set('caches', () => checkWatches(watches()));
  return { '/healthz': healthz, '/readyz': readyz };
}

function checkWatches(states: readonly CachedResourceState[] | undefined): void {
  if (!states) throw new Error('the caches have not been started');
  const problems = states.flatMap((state) => problemOf(state) ?? []);
  if (problems.length > 0) throw new Error(problems.join('; '));
}

/** What is wrong with a watch; undefined when nothing is. */
function problemOf(state: CachedResourceState): string | undefined {
  const { resource, namespace, synced, lastError, quietFor = Infinity } = state;
  const what = namespace ? `${formatGroupResource(resource)} in ${namespace}` : formatGroupResource(resource);
  const why = lastError === undefined ? 'the API server has not answered' : describeError(lastError).message;
  if (!synced) return `${what}: not synced: ${why}`;
  if (lastError === undefined || quietFor <= watchTolerance) return undefined;
  return `${what}: no contact for ${Math.round(quietFor / 1000)} s: ${why}`;
}
