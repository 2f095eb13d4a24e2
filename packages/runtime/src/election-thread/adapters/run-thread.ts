import { writeSync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import { createHealthServer, type HealthServer } from '../../health/health-server.ts';
import { createLeaderElector, type LeaderElector } from '../../leader-election/leader-elector.ts';
import { createLockOfLease } from '../../leader-election/lock-of-lease.ts';
import { watchStall } from '../stall-watch.ts';
import { createThreadChecks } from '../thread-checks.ts';
import { postedError, threadLogger } from '../thread-log.ts';
import { createThreadMemory } from '../thread-memory.ts';
import type { FromThread, PostedCredentials, ThreadData, ThreadElection, ToThread } from '../thread-messages.ts';
import { createLeaseRequests } from './lease-requests.ts';
import { type CredentialSource, readParts } from './read-parts.ts';
import { threadClock, threadRandom } from './thread-clock.ts';

/** How much longer than the lease duration a leader may go without renewing before it is not healthy, as in the main thread. */
const watchDogTolerance = 20_000;

/**
 * The thread that keeps a leader's promises while the main thread computes: it renews the lease and answers probes. Started by its path, with ThreadData. It loads no other package: each would
 * cost the process memory a second time.
 */
export function runThread(port: MessagePort, { buffer, maxStall, logLevel, logFormat }: ThreadData): void {
  const post = (message: FromThread): void => port.postMessage(message);
  const log = threadLogger(post, logLevel);
  const memory = createThreadMemory(buffer);

  let elector: LeaderElector | undefined;
  let release = false;
  const resigned = new AbortController();
  let posted = Promise.withResolvers<PostedCredentials>();
  let latest: PostedCredentials | undefined;
  let health: HealthServer | undefined;
  const stopServing = new AbortController();
  const checks = createThreadChecks(threadClock, (endpoint) => post({ type: 'check', endpoint }));
  const known = new Set<string>();

  const stall = watchStall({
    clock: threadClock,
    beats: () => memory.beats(),
    maxStall,
    onStall: (stalled) => {
      memory.publish(undefined);
      resigned.abort(new Error('the event loop stands still'));
      writeSync(2, `${stallLine(stalled)}\n`);
      // Handlers of other signals are JavaScript, which waits for the loop.
      process.kill(process.pid, 'SIGKILL');
    },
  });

  function stallLine(stalled: number): string {
    const [run, ...others] = memory.running();
    const seconds = Math.round(stalled / 1000);
    const message = `The event loop stood still for longer than maxStall: the process is ended`;
    const values = {
      seconds,
      maxStallSeconds: maxStall / 1000,
      ...(run && others.length === 0 && { controller: run.controller, key: run.item }),
      ...(others.length > 0 && { oneOf: memory.running().map(({ controller, item }) => `${controller} ${item}`) }),
    };
    const ts = `${new Date().toISOString().slice(0, 19)}Z`;
    if (logFormat === 'json') return JSON.stringify({ level: 'error', ts, msg: message, ...values });
    const shown = Object.entries(values).map(
      ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    return [ts, 'ERROR', message, ...shown].join(' ');
  }

  /** Credentials that the main thread obtains. */
  const fromMainThread: CredentialSource = {
    current: async () => latest ?? posted.promise,
    refused: async (credentials) => {
      if (latest !== credentials) return true;
      post({ type: 'refused' });
      return false;
    },
  };

  function elect(election: ThreadElection): void {
    const { connection, namespace, name, identity, labels, timeout } = election;
    const credentials = connection.parts ? readParts(connection.parts, threadClock.monotonic) : fromMainThread;
    const lock = createLockOfLease({
      requests: createLeaseRequests({ connection, namespace, name, credentials, post }),
      clock: threadClock,
      namespace,
      name,
      identity,
      labels,
      timeout,
      onEvent: (lease, what) => post({ type: 'event', lease, what }),
    });
    elector = createLeaderElector({
      lock,
      name,
      leaseDuration: election.leaseDuration,
      renewDeadline: election.renewDeadline,
      retryPeriod: election.retryPeriod,
      clock: threadClock,
      random: threadRandom,
      log,
      publish: memory.publish,
      mayRelease: () => release,
      callbacks: {
        onStartedLeading: () => post({ type: 'started-leading' }),
        onStoppedLeading: () => post({ type: 'stopped-leading' }),
        onNewLeader: (leader) => post({ type: 'new-leader', identity: leader }),
      },
      metrics: {
        leading: () => post({ type: 'metric', metric: 'leading' }),
        notLeading: () => post({ type: 'metric', metric: 'notLeading' }),
        slowPath: () => post({ type: 'metric', metric: 'slowPath' }),
      },
    });
    void elector.run(resigned.signal);
  }

  async function serve(address: string): Promise<void> {
    try {
      health = createHealthServer({ address, clock: threadClock, log });
      post({ type: 'listening', address: await health.listening });
    } catch (error) {
      post({ type: 'not-listening', error: postedError(error) });
    }
  }

  async function keepServing(): Promise<void> {
    await health?.start(stopServing.signal);
    post({ type: 'served' });
  }

  function addChecks(endpoint: string, names: readonly string[]): void {
    for (const name of names) {
      const id = `${endpoint}/${name}`;
      if (known.has(id)) continue;
      known.add(id);
      const check = checks.check(endpoint, name);
      if (endpoint === '/readyz') health?.addReadyzCheck(name, check);
      else health?.addHealthzCheck(name, builtIn[id] ?? check);
    }
  }

  /** Checks that this thread answers itself. */
  const builtIn: Readonly<Record<string, () => void>> = {
    '/healthz/healthz': () => {
      const stalled = stall.stalled();
      if (maxStall > 0 && stalled > maxStall) throw new Error(`the event loop stands still for ${stalled} ms`);
    },
    '/healthz/leader-election': () => elector?.check(watchDogTolerance),
  };

  port.on('message', (message: ToThread) => {
    switch (message.type) {
      case 'elect':
        elect(message.election);
        return;
      case 'credentials':
        latest = message.credentials;
        posted.resolve(latest);
        posted = Promise.withResolvers();
        return;
      case 'resign':
        ({ release } = message);
        resigned.abort(new Error('the manager stops'));
        return;
      case 'serve':
        void serve(message.address);
        return;
      case 'start-serving':
        void keepServing();
        return;
      case 'checks':
        addChecks(message.endpoint, message.names);
        return;
      case 'checked':
        checks.checked(message.endpoint, message.results);
        return;
      case 'stop-serving':
        stopServing.abort(new Error('the manager stops'));
        if (message.cut) void health?.close().then(() => post({ type: 'served' }));
    }
  });
  post({ type: 'ready' });
}
