import { formatGroupResource } from '@kb/apimachinery';
import type { CachedResourceState } from '../cache/read/cached-resource.ts';
import { minutes, seconds } from '../durations.ts';
import { checkNameOfCheck, type HealthCheck, type HealthChecks, ping } from '../health/health-check.ts';
import type { HealthServer } from '../health/health-server.ts';
import type { LeaderElector } from '../leader-election/leader-elector.ts';
import { describeError } from '../log/describe-error.ts';

/** How long after the lease duration a leader that does not renew stays healthy: kube-controller-manager's number. */
const watchDogTolerance = seconds(20);

/**
 * How long a watch may fail before the process is not ready. This is longer than any back-off, and longer than an API
 * server takes to restart.
 */
const watchTolerance = minutes(2);

/** The parts of a manager that have built-in checks. */
export interface CheckedParts {
  readonly elector: LeaderElector | undefined;
  readonly webhookServer: { readonly startedCheck: HealthCheck } | undefined;
  /** The state of the watches; undefined until they have started. */
  readonly watches: () => readonly CachedResourceState[] | undefined;
}

/** The endpoint of a check. */
export type CheckEndpoint = '/healthz' | '/readyz';

/**
 * Returns a function that takes a name for a check of a manager. It throws a TypeError when the name is invalid, built
 * in or taken, even when no probes are served: otherwise the mistake would only show in a cluster.
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
 * Adds the {@link builtInChecks} to the health server of a manager, and returns the functions that add more checks
 * until the manager has started.
 */
export function createManagerChecks(
  parts: CheckedParts,
  server: HealthServer | undefined,
  hasStarted: () => boolean,
): Pick<HealthServer, 'addHealthzCheck' | 'addReadyzCheck'> {
  const takeName = createCheckNames(parts);
  if (server) addBuiltInChecks(server, parts);
  const prepare = (endpoint: CheckEndpoint, name: string): void => {
    if (hasStarted()) throw new Error(`unable to add the check ${name}: the manager has started`);
    takeName(endpoint, name);
  };
  return {
    addHealthzCheck: (name, check) => {
      prepare('/healthz', name);
      server?.addHealthzCheck(name, check);
    },
    addReadyzCheck: (name, check) => {
      prepare('/readyz', name);
      server?.addReadyzCheck(name, check);
    },
  };
}

/**
 * The checks that every manager has. Two show that the process responds, `/healthz/healthz` and `/readyz/readyz`, which
 * kubebuilder's projects add themselves. Checks that controller-runtime does not have:
 *
 * - `/healthz/leader-election`: a leader that has not renewed for too long and still runs should be restarted.
 * - `/readyz/webhooks`: the webhook server listens.
 * - `/readyz/caches`: every watch has synced, and none has failed for long. Left out when there are webhooks: the API
 *   server only calls the webhooks of ready Pods, and may need them to convert the objects that the caches wait for.
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

/** Returns what is wrong with a watch; undefined when nothing is. */
function problemOf(state: CachedResourceState): string | undefined {
  const { resource, namespace, synced, lastError, quietFor = Infinity } = state;
  const what = namespace ? `${formatGroupResource(resource)} in ${namespace}` : formatGroupResource(resource);
  const why = lastError === undefined ? 'the API server has not answered' : describeError(lastError).message;
  if (!synced) return `${what}: not synced: ${why}`;
  if (lastError === undefined || quietFor <= watchTolerance) return undefined;
  return `${what}: no contact for ${Math.round(quietFor / 1000)} s: ${why}`;
}
