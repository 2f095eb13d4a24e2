import type { Clock } from '@kb/apimachinery';
import type { Lease } from '@kb/kubernetes/coordination/v1';
import { abortScope } from '../../abort-scope.ts';
import type { Milliseconds } from '../../durations.ts';
import { leaseSpecOf, recordOf } from './leader-election-record.ts';
import type { ResourceLock } from './resource-lock.ts';

/** The requests of a lock on a Lease. They end with `signal`, and reject with the server's error. */
export interface LeaseRequests {
  /** Undefined when the Lease does not exist. */
  get(signal: AbortSignal): Promise<Lease | undefined>;
  create(lease: Lease, signal: AbortSignal): Promise<Lease>;
  update(lease: Lease, signal: AbortSignal): Promise<Lease>;
}

/** Options of {@link createLeaseLockOnRequests}. */
export interface LeaseLockOnRequestsOptions {
  readonly requests: LeaseRequests;
  readonly clock: Clock;
  readonly namespace: string;
  readonly name: string;
  readonly identity: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** How long one request may take. */
  readonly timeout: Milliseconds;
  /** Called when this process became or stopped being the leader, with the Lease. */
  readonly onEvent: (lease: Lease, what: string) => void;
}

/** One request to the lock took too long. */
class LockTimeoutError extends Error {
  override readonly name = 'LockTimeoutError';
  readonly code = 'KB_LOCK_TIMEOUT';
  constructor(timeout: Milliseconds) {
    super(`no answer within ${timeout / 1000} s`);
  }
}

/** Returns how long a request of leader election may take: half of the renew deadline, at least a second. */
export const lockTimeout = (renewDeadline: Milliseconds): Milliseconds => Math.max(1000, renewDeadline / 2);

/**
 * Creates a lock on a Lease with the given requests: the common part of `createLeaseLock` and the thread of leader
 * election.
 */
export function createLeaseLockOnRequests(options: LeaseLockOnRequestsOptions): ResourceLock {
  const { requests, clock, namespace, name, identity, labels, timeout, onEvent } = options;
  const key = { namespace, name };
  /** The Lease as last read or written: an update refers to its version. */
  let lease: Lease | undefined;

  /** Aborts a request with `signal`, or when it takes too long. */
  const within = async <T>(signal: AbortSignal, request: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const scope = abortScope(signal);
    const cancel = clock.after(timeout, () => scope.abort(new LockTimeoutError(timeout)));
    try {
      return await request(scope.signal);
    } finally {
      cancel();
      scope.close();
    }
  };

  return {
    identity,
    description: `${namespace}/${name}`,
    get: async (signal) => {
      const found = await within(signal, (own) => requests.get(own));
      if (!found) return undefined;
      lease = found;
      return recordOf(found.spec);
    },
    create: async (record, signal) => {
      const object = { metadata: { ...key, ...(labels && { labels }) }, spec: leaseSpecOf(record) } as Lease;
      lease = await within(signal, (own) => requests.create(object, own));
    },
    update: async (record, signal) => {
      if (!lease) throw new Error('lease not initialized, call get or create first');
      const metadata = labels ? { ...lease.metadata, labels: { ...lease.metadata.labels, ...labels } } : lease.metadata;
      const changed: Lease = { ...lease, metadata, spec: leaseSpecOf(record) };
      lease = await within(signal, (own) => requests.update(changed, own));
    },
    recordEvent: (what) => {
      if (lease) onEvent(lease, what);
    },
  };
}
