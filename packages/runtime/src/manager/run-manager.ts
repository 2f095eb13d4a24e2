import { errorsIn, isInstance } from '@kb/apimachinery';
import type { CacheOptions } from '../cache/cache-options.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { ControllerDefaults } from '../controller/controller-options.ts';
import type { Controller } from '../controller/controller.ts';
import type { Milliseconds } from '../durations.ts';
import { LeadershipLostError } from '../leader-election/leadership-lost-error.ts';
import type { Logger } from '../log/logger.ts';
import type { MetricsSource } from '../metrics/registry/metrics-registry.ts';
import type { KubeConfigObject, Tracer } from '@kb/client';
import type { WebhookDescription } from '../webhook/webhook-builder.ts';
import { endProcessSoon } from './adapters/end-process-soon.ts';
import { connectAndRun } from './connect-and-run.ts';
import { FlagError } from './flags.ts';
import { GracefulShutdownTimeoutError } from './grace-period.ts';
import { managerHelp, parseManagerFlags } from './manager-flags.ts';
import type { LeaderElectionOptions } from './manager-options.ts';
import type { Manager } from './manager.ts';
import { processLogger } from './process-logger.ts';
import { listenToSignals, type SignalSource } from './process-signals.ts';
import { listenToStrayErrors } from './stray-errors.ts';

/** Options of {@link runManager}. */
export interface RunManagerOptions {
  /** What runs: `controllerFor(…).reconcile(…)`'s. */
  readonly controllers: readonly Controller[];
  /** Served on `--webhook-bind-address`. Default: none. */
  readonly webhooks?: readonly WebhookDescription[];
  /**
   * The name of the Lease that replicas agree by, such as `shop.example.com`: unique for the operator. Default: none,
   * which `--leader-elect` does not go with.
   */
  readonly leaderElectionId?: string;
  /**
   * How they agree: times, labels. Default: as {@link LeaderElectionOptions} says, but with `releaseOnCancel: true`,
   * since the process ends right after.
   */
  readonly leaderElection?: Omit<LeaderElectionOptions, 'id' | 'namespace' | 'client' | 'lock'>;
  /** Further clusters that controllers watch: `createCluster`'s. Default: none. */
  readonly clusters?: readonly Cluster[];
  /**
   * What holds for all `controllers` that do not say otherwise by `withOptions`: manager.Options.Controller. Default:
   * nothing.
   */
  readonly controllerDefaults?: ControllerDefaults;
  /**
   * With `--leader-elect`, the lease is renewed in a thread of its own, so that a reconciler that computes does not
   * lose it. It ends the process (SIGKILL) when the event loop stands still for longer than this, since an endless loop
   * must not lead for good. 0: never. `--max-stall` overrides it. Default: 60 seconds.
   */
  readonly maxStall?: Milliseconds;
  /**
   * What the cache holds and how. Default: all of what is asked for; frozen, or trusted where `NODE_ENV` is
   * `production`.
   */
  readonly cache?: CacheOptions;
  /**
   * Default: a logger to standard error: plain lines on a terminal, else JSON lines. Flags choose otherwise
   * (`--zap-log-level`, `--zap-encoder`), or the environment: `LOG_FORMAT=text|json`, `LOG_LEVEL=debug|info|error`.
   */
  readonly log?: Logger;
  /** As ManagerOptions.gracefulShutdownTimeout. Default: 30 seconds. */
  readonly gracefulShutdownTimeout?: Milliseconds;
  /**
   * What `--metrics-bind-address` serves besides. Metrics of one's own can also be added to `manager.metrics` in {@link
   * setup}. Default: nothing.
   */
  readonly metrics?: ProcessMetricsOptions;
  /** Traces reconciles and requests. Default: not. */
  readonly tracer?: Tracer;
  /**
   * The way to the cluster, where `--kubeconfig` does not say it: a KubeConfig of `@kubernetes/client-node`, or an
   * object of its shape. Default: the kubeconfig that the environment says.
   */
  readonly kubeConfig?: KubeConfigObject;
  /**
   * Adds to the manager before it starts: informers, runnables, checks, metrics. The manager starts when it has
   * resolved, and ends with 1 when it throws. Default: nothing.
   */
  readonly setup?: (manager: Manager) => void | Promise<void>;
  /** The command line. Default: the process's. */
  readonly args?: readonly string[];
}

/** Metrics of a process, beyond those of its manager. */
export interface ProcessMetricsOptions {
  /** Metrics that are in a registry of their own, such as prom-client's. Default: none. */
  readonly include?: MetricsSource;
  /** Count latency, sizes and retries of requests too. Default: false. */
  readonly requestDetails?: boolean;
}

/** Go's exit code for a command line that cannot be read. */
const badUsage = 2;

/**
 * Runs controllers as a process: what `main.ts` calls. The command line has the flags of a kubebuilder project
 * (`--leader-elect`, `--metrics-bind-address`, `--health-probe-bind-address`…; `--help` lists them); nothing listens
 * unless a flag says so, and what no flag asks for is not loaded. The API server is that of `--kubeconfig`, the option
 * `kubeConfig`, `$KUBECONFIG`, the pod's service account, or `~/.kube/config`. SIGINT and SIGTERM stop it gracefully, a
 * second one at once; so does an error that no code takes, such as the rejection of a promise that nobody awaited.
 * Resolves when all has ended, with the exit code for the process: 0; 1 when something went wrong, which then has been
 * logged, also when the lease was lost; 2 for a bad command line. Never rejects. When something goes on that was told
 * to end, and may not go on (the lease is lost, or the grace period over), the process is ended a second later.
 *
 * ```ts
 * process.exitCode = await runManager({ controllers, leaderElectionId: 'shop.example.com' });
 * ```
 */
export async function runManager(options: RunManagerOptions): Promise<number> {
  const args = options.args ?? process.argv.slice(2);
  if (args.some((arg) => /^--?h(elp)?$/.test(arg))) {
    process.stdout.write(managerHelp());
    return 0;
  }
  let flags;
  try {
    flags = parseManagerFlags(args, process.env);
  } catch (error) {
    if (!isInstance(error, FlagError)) throw error;
    tellBadUsage(error);
    return badUsage;
  }
  const log = options.log ?? processLogger(flags);
  const signals = listenToSignals(processSignals, (signal) => log.info('Stopping', { signal }));
  const strays = listenToStrayErrors(process, log);
  try {
    await connectAndRun(options, flags, log, AbortSignal.any([signals.signal, strays.signal]));
    log.info('Stopped');
    return strays.signal.aborted ? 1 : 0;
  } catch (error) {
    // Some can only be told once it is known where the process runs.
    if (isInstance(error, FlagError)) {
      tellBadUsage(error);
      return badUsage;
    }
    log.error(error, 'The manager stopped');
    if (leavesWorkBehind(error)) endProcessSoon(1);
    return 1;
  } finally {
    if (strays.signal.aborted) endProcessSoon(1);
    strays.close();
    signals.close();
  }
}

function tellBadUsage(error: FlagError): void {
  process.stderr.write(`${error.message}; --help lists the flags\n`);
}

/** How many errors of one are looked at, and how deep in one another: those of a manager are few. */
const maxSearched = 1000;
const maxDepth = 3;

/** Whether something was not waited for. */
function leavesWorkBehind(error: unknown, depth = 0): boolean {
  const inside = depth < maxDepth ? errorsIn(error, maxSearched) : undefined;
  if (inside) return inside.errors.some((one) => leavesWorkBehind(one, depth + 1));
  return isInstance(error, LeadershipLostError) || isInstance(error, GracefulShutdownTimeoutError);
}

const processSignals: SignalSource = {
  on: (signal, listener) => process.on(signal, listener),
  off: (signal, listener) => process.off(signal, listener),
  exit: (code) => process.exit(code),
};
