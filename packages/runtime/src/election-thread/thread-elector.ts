import type { Clock } from '@kb/apimachinery';
import type { ClusterAccess, RequestObserver } from '@kb/client';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { Milliseconds } from '../durations.ts';
import { checkElectionTimes } from '../leader-election/election-times.ts';
import type { LeaderCallbacks, LeaderElector } from '../leader-election/leader-elector.ts';
import type { LeaderElectionMetrics } from '../leader-election/leader-election-metrics.ts';
import { leaderElectionEvent } from '../leader-election/lock/lease-lock.ts';
import type { Leadership } from '../leader-election/leadership.ts';
import type { Logger } from '../log/logger.ts';
import { postCredentials } from './post-credentials.ts';
import { receivedError } from './thread-log.ts';
import type { FromThread, ThreadElection, ToThread } from './thread-messages.ts';

/** Options of {@link createThreadElector}. */
export interface ThreadElectorOptions {
  readonly election: ThreadElection;
  readonly access: ClusterAccess;
  /** Reads the memory that the thread writes. */
  readonly leadership: Leadership;
  readonly post: (message: ToThread) => void;
  readonly clock: Clock;
  readonly maxStall: Milliseconds;
  readonly log: Logger;
  readonly events: EventRecorder;
  readonly callbacks: LeaderCallbacks;
  readonly mayRelease: () => boolean;
  readonly metrics?: LeaderElectionMetrics | undefined;
  readonly observe?: RequestObserver | undefined;
}

/** The elector in the thread, for a manager. */
export interface ThreadElector extends LeaderElector {
  /** Handles a message of the thread about it. */
  receive(message: FromThread): void;
  /** Reports that the thread has ended: this process no longer leads. */
  threadEnded(): void;
}

const verbs: Readonly<Record<string, string>> = { GET: 'get', POST: 'create', PUT: 'update' };

/** Makes the thread take part in an election. Throws a TypeError when its times contradict each other. */
export function createThreadElector(options: ThreadElectorOptions): ThreadElector {
  const { election, access, leadership, post, clock, maxStall, log, events, callbacks, metrics, observe } = options;
  checkElectionTimes(election);
  const { identity, name, namespace } = election;
  const host = new URL(election.connection.server).host;
  const ended = Promise.withResolvers<void>();
  let leading: AbortController | undefined;
  let leader = '';
  let isOver = false;
  metrics?.notLeading(name);

  const stopped = (): void => {
    if (isOver) return;
    isOver = true;
    leading?.abort(new Error('leader election lost'));
    metrics?.notLeading(name);
    ended.resolve();
  };
  const posting = election.connection.parts
    ? undefined
    : {
        begin: () =>
          postCredentials({
            access,
            clock,
            maxStall,
            log,
            post: (credentials) => post({ type: 'credentials', credentials }),
          }),
      };
  let credentials: ReturnType<typeof postCredentials> | undefined;

  const observed = ({ method, status, error, requestBytes, responseBytes }: Requested): void => {
    const request = { verb: verbs[method] ?? '', method, host, resource: 'leases', group: 'coordination.k8s.io' };
    const where = { subresource: undefined, namespace, name: method === 'POST' ? undefined : name };
    observe?.begin({ ...request, ...where }).end({
      ...(status !== undefined && { status }),
      ...(error && { error: receivedError(error) }),
      requestBytes,
      responseBytes,
    });
  };

  return {
    leadership,
    isLeader: () => leader === identity,
    leader: () => leader,
    check: () => {
      if (isOver && leading) throw new Error(`failed election to renew leadership on lease ${name}`);
    },
    run: async (signal) => {
      const resign = (): void => post({ type: 'resign', release: options.mayRelease() });
      try {
        if (isOver || signal.aborted) return;
        credentials = posting?.begin();
        post({ type: 'elect', election });
        signal.addEventListener('abort', resign, { once: true });
        await ended.promise;
      } finally {
        signal.removeEventListener('abort', resign);
        credentials?.stop();
        callbacks.onStoppedLeading();
      }
    },
    receive: (message) => {
      switch (message.type) {
        case 'started-leading':
          leading = new AbortController();
          callbacks.onStartedLeading(leading.signal);
          return;
        case 'stopped-leading':
          stopped();
          return;
        case 'new-leader':
          leader = message.identity;
          callbacks.onNewLeader?.(leader);
          return;
        case 'metric':
          metrics?.[message.metric](name);
          return;
        case 'event':
          events.event(message.lease, leaderElectionEvent(identity, message.what));
          return;
        case 'requested':
          observed(message);
          return;
        case 'refused':
          credentials?.refused();
          return;
        default:
      }
    },
    threadEnded: stopped,
  };
}

type Requested = Extract<FromThread, { type: 'requested' }>;
