import { createLeaderElector, type LeaderElector } from '../../leader-election/leader-elector.ts';
import type { PublishLeadership } from '../../leader-election/leadership.ts';
import { createLeaseLockOnRequests } from '../../leader-election/lock/lease-lock-on-requests.ts';
import type { Logger } from '../../log/logger.ts';
import type { ThreadElection, FromThread, PostedCredentials } from '../thread-messages.ts';
import { createLeaseRequests } from './lease-requests.ts';
import { type CredentialSource, readParts } from './read-parts.ts';
import { threadClock, threadRandom } from './thread-clock.ts';

/** Options of {@link createElectionInThread}. */
export interface ElectionInThreadOptions {
  readonly post: (message: FromThread) => void;
  readonly log: Logger;
  /** Publishes the leadership to the main thread. */
  readonly publish: PublishLeadership;
}

/** The election that this thread takes part in, controlled by the main thread. */
export interface ElectionInThread {
  /** Must be called only once. */
  begin(terms: ThreadElection): void;
  /** Sets credentials that the main thread obtained. */
  credentials(credentials: PostedCredentials): void;
  /** Leaves the election, and releases the lease if `release` is true. */
  resign(release: boolean): void;
  /** Leaves the election without releasing the lease. */
  end(reason: Error): void;
  /**
   * Throws when this process leads and its last renewal is older than the lease duration by more than this many
   * milliseconds.
   */
  check(tolerance: number): void;
}

/** Creates the election. Posts what happens in it. */
export function createElectionInThread({ post, log, publish }: ElectionInThreadOptions): ElectionInThread {
  let elector: LeaderElector | undefined;
  let release = false;
  const resigned = new AbortController();
  const fromMainThread = postedCredentials(post);

  return {
    begin: (terms) => {
      const { connection } = terms;
      const credentials = connection.parts ? readParts(connection.parts, threadClock.monotonic) : fromMainThread;
      elector = electorOf(terms, credentials, { post, log, publish, mayRelease: () => release });
      void elector.run(resigned.signal);
    },
    credentials: (credentials) => fromMainThread.receive(credentials),
    resign: (gives) => {
      release = gives;
      resigned.abort(new Error('the manager stops'));
    },
    end: (reason) => resigned.abort(reason),
    check: (tolerance) => elector?.check(tolerance),
  };
}

function electorOf(
  terms: ThreadElection,
  credentials: CredentialSource,
  { post, log, publish, mayRelease }: ElectionInThreadOptions & { readonly mayRelease: () => boolean },
): LeaderElector {
  const { connection, namespace, name, identity, labels, timeout } = terms;
  const lock = createLeaseLockOnRequests({
    requests: createLeaseRequests({ connection, namespace, name, credentials, post }),
    clock: threadClock,
    namespace,
    name,
    identity,
    labels,
    timeout,
    onEvent: (lease, what) => post({ type: 'event', lease, what }),
  });
  return createLeaderElector({
    lock,
    name,
    leaseDuration: terms.leaseDuration,
    renewDeadline: terms.renewDeadline,
    retryPeriod: terms.retryPeriod,
    clock: threadClock,
    random: threadRandom,
    log,
    publish,
    mayRelease,
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
}

/** Credentials that the main thread obtains: requests wait until the first have come. */
function postedCredentials(
  post: (message: FromThread) => void,
): CredentialSource & { receive(credentials: PostedCredentials): void } {
  const first = Promise.withResolvers<PostedCredentials>();
  let latest: PostedCredentials | undefined;
  return {
    current: async () => latest ?? first.promise,
    refused: async (credentials) => {
      if (latest !== credentials) return true;
      post({ type: 'refused' });
      return false;
    },
    receive: (credentials) => {
      latest = credentials;
      first.resolve(credentials);
    },
  };
}
