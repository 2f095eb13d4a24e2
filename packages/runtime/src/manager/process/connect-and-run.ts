import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import {
  type ClusterAccess,
  createClient,
  createTransport,
  loadKubeConfig,
  type RequestObserver,
  systemClock,
  systemRandom,
} from '@kb/client';
import { seconds } from '../../durations.ts';
import type { ElectionThread } from '../../election-thread/adapters/start-election-thread.ts';
import type { LeaderElector } from '../../leader-election/leader-elector.ts';
import { lockTimeout } from '../../leader-election/lock/lease-lock-on-requests.ts';
import type { Logger } from '../../log/logger.ts';
import { noConnection } from './check-connection.ts';
import { VERSION } from '../../version.ts';
import { candidateName, electionTerms, type ManagerElectorOptions } from '../manager-elector.ts';
import { FlagError } from './flags.ts';
import type { ManagerFlags } from './manager-flags.ts';
import type { LeaderElectionOptions } from '../manager-options.ts';
import { loadHealthServer, type ManagerServers, managerServers } from './manager-servers.ts';
import { createManagerWith } from '../create-manager.ts';
import { processLogFormat } from './process-logger.ts';
import type { RunManagerOptions } from './run-manager-options.ts';
import { watchedNamespaces } from './watched-namespaces.ts';

/**
 * Runs a manager on the cluster that flags and environment name, until `signal` is aborted. Rejects when it cannot
 * start or has to stop.
 */
export async function connectAndRun(
  options: RunManagerOptions,
  flags: ManagerFlags,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  // The modules that flags need are loaded while the kubeconfig is read.
  const accessing = loadAccess(options, flags);
  accessing.catch(() => undefined);
  const threading = flags.leaderElect ? startThread(options, flags, log, accessing) : undefined;
  const serving = managerServers(flags, options, log, async (address) => {
    const thread = await threading;
    return thread ? thread.healthServer(address) : loadHealthServer(address, log);
  });
  serving.catch(() => undefined);
  try {
    const access = await accessing;
    const transport = createTransport(access);
    try {
      await run({ options, flags, log, signal, access, transport, servers: await serving, thread: await threading });
    } finally {
      await transport.close();
    }
  } finally {
    const { healthServer } = await serving.catch((): Partial<ManagerServers> => ({}));
    await healthServer?.close();
    await (await threading)?.close();
  }
}

/** Loads the access to the cluster that flags, program or environment name: a flag overrides the program. */
const loadAccess = (
  { kubeConfig }: Pick<RunManagerOptions, 'kubeConfig'>,
  { kubeconfig }: ManagerFlags,
): Promise<ClusterAccess> =>
  loadKubeConfig({
    env: process.env,
    ...(kubeconfig !== undefined ? { path: kubeconfig } : kubeConfig && { kubeConfig }),
  });

/** Starts the thread. It is loaded only with leader election, since it costs memory. */
async function startThread(
  { maxStall = seconds(60) }: RunManagerOptions,
  flags: ManagerFlags,
  log: Logger,
  accessing: Promise<ClusterAccess>,
): Promise<ElectionThread | undefined> {
  const { startElectionThread } = await import('../../election-thread/adapters/start-election-thread.ts');
  return startElectionThread({
    log,
    maxStall: flags.maxStall ?? maxStall,
    logFormat: processLogFormat(flags),
    proxyUrl: async () => (await accessing).proxyUrl(),
  });
}

interface Run {
  readonly options: RunManagerOptions;
  readonly flags: ManagerFlags;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly access: ClusterAccess;
  readonly transport: ReturnType<typeof createTransport>;
  readonly servers: ManagerServers;
  /** Undefined without leader election, and when no thread could be started. */
  readonly thread: ElectionThread | undefined;
}

async function run({ options, flags, log, signal, access, transport, servers, thread }: Run): Promise<void> {
  const { metrics, healthServer, webhookServer } = servers;
  const { controllers, controllerDefaults, cache, clusters, gracefulShutdownTimeout, tracer } = options;
  const namespaces = options.namespaced === true ? watchedNamespaces(process.env) : undefined;
  const clock = systemClock;
  const seen = { ...(metrics && { observe: metrics.requests }), ...(tracer && { tracer }) };
  const onWarning = (warning: string): void => log.info('Warning from the API server', { warning });
  const client = createClient({ transport, clock, ...seen, onWarning });
  const election = flags.leaderElect
    ? await electionOf(options, flags, createClient({ transport, clock, ...seen, userAgent: ELECTION_AGENT }))
    : undefined;
  const manager = createManagerWith(
    {
      client,
      clock,
      random: systemRandom,
      controllers,
      ...(controllerDefaults && { controllerDefaults }),
      cache: {
        mutation: process.env['NODE_ENV'] === 'production' ? 'trust' : 'freeze',
        ...(namespaces && { namespaces }),
        ...cache,
      },
      ...(clusters && { clusters }),
      log,
      hostname: hostname(),
      ...(election && { leaderElection: election }),
      ...(gracefulShutdownTimeout !== undefined && { gracefulShutdownTimeout }),
      ...(metrics && { metrics }),
      ...(servers.metricsServer && { metricsServer: servers.metricsServer(client) }),
      ...(healthServer && { healthServer }),
      ...(webhookServer && { webhookServer: webhookServer(client) }),
      ...(tracer && { tracer }),
    },
    thread && {
      board: thread.board,
      elector: (parts) => threadElector(thread, access, parts, metrics?.requests),
    },
  );
  for (const runnable of servers.runnables) manager.add(runnable);
  await options.setup?.(manager);
  log.info('Starting manager', {
    version: VERSION,
    node: process.version,
    server: transport.host,
    controllers: controllers.map(({ name }) => name),
    ...(namespaces && { namespaces }),
    leaderElection: election ? `${election.namespace}/${election.id}` : false,
  });
  try {
    await Promise.race([manager.start(signal), noConnection(client, access, signal)]);
  } finally {
    await manager.stop();
  }
}

/** Creates a manager's elector in the thread. */
function threadElector(
  thread: ElectionThread,
  access: ClusterAccess,
  { election, random, log, hostname, events, callbacks, mayRelease, metrics }: ManagerElectorOptions,
  observe: RequestObserver | undefined,
): LeaderElector {
  const { id, namespace, labels, ...times } = electionTerms(election);
  return thread.elector({
    access,
    election: {
      connection: {
        server: access.server,
        proxyUrl: access.proxyUrl(),
        userAgent: ELECTION_AGENT,
        parts: access.parts?.(),
      },
      name: id,
      namespace,
      identity: candidateName(hostname, random),
      labels,
      ...times,
      timeout: lockTimeout(times.renewDeadline),
    },
    log,
    events,
    callbacks,
    mayRelease: () => election.releaseOnCancel === true && mayRelease(),
    metrics,
    observe,
  });
}

/** The user agent of the election: like client-go's, with a suffix. */
const ELECTION_AGENT = `kb/${VERSION}/leader-election`;

async function electionOf(
  { leaderElectionId, leaderElection }: RunManagerOptions,
  { leaderElectionNamespace }: ManagerFlags,
  client: ReturnType<typeof createClient>,
): Promise<LeaderElectionOptions> {
  if (!leaderElectionId) {
    throw new FlagError('--leader-elect: this program names no Lease: pass a leaderElectionId to runManager');
  }
  return {
    id: leaderElectionId,
    namespace: leaderElectionNamespace ?? (await inClusterNamespace()),
    // The process ends right after, and everything that the lease guards has ended before.
    releaseOnCancel: true,
    ...leaderElection,
    client,
  };
}

const NAMESPACE_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';

/**
 * Reads the namespace that this pod runs in from its service account. Rejects with a {@link FlagError} outside of a
 * pod: replicas elsewhere have no common default.
 */
export async function inClusterNamespace(read: (file: string) => Promise<string> = readText): Promise<string> {
  let text;
  try {
    text = await read(NAMESPACE_FILE);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new FlagError(
        'unable to find leader election namespace: not running in-cluster, please specify --leader-election-namespace',
      );
    }
    throw new Error(`unable to find leader election namespace: error reading ${NAMESPACE_FILE}`, { cause: error });
  }
  return text.trim();
}

const readText = (file: string): Promise<string> => readFile(file, 'utf8');
