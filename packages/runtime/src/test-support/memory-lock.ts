import { internalError, StatusError } from '@kb/apimachinery';
import type { LeaderElectionRecord } from '../leader-election/lock/leader-election-record.ts';
import type { ResourceLock } from '../leader-election/lock/resource-lock.ts';

/** The storage that candidates share, in place of a Lease on an API server. */
export interface LockStore {
  record: LeaderElectionRecord | undefined;
  /** Counts writes. */
  version: number;
  /** Every request that arrived: `a get`, `b update`. */
  readonly requests: string[];
  /** Called before the response to each request: may wait, or throw. */
  fault: ((request: string, signal: AbortSignal) => Promise<void> | void) | undefined;
  /** What candidates recorded: `a became leader`. */
  readonly events: string[];
}

/** Makes a store with a record, or without one. */
export function lockStore(record?: LeaderElectionRecord): LockStore {
  return { record, version: record ? 1 : 0, requests: [], fault: undefined, events: [] };
}

/** Makes the server's error for a write with an outdated version. */
export const conflict = (): StatusError =>
  new StatusError({ ...internalError('the object has been modified'), code: 409, reason: 'Conflict' });

/**
 * Makes one candidate's lock on the store, with a Lease's rules: a write refers to the version that was read or written
 * last.
 */
export function memoryLock(store: LockStore, identity: string): ResourceLock {
  let known: number | undefined;
  const arrive = async (verb: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    store.requests.push(`${identity} ${verb}`);
    await store.fault?.(`${identity} ${verb}`, signal);
    signal.throwIfAborted();
  };
  const write = (record: LeaderElectionRecord): void => {
    store.record = record;
    store.version += 1;
    known = store.version;
  };
  return {
    identity,
    description: 'test/lock',
    get: async (signal) => {
      await arrive('get', signal);
      if (store.record) known = store.version;
      return store.record;
    },
    create: async (record, signal) => {
      await arrive('create', signal);
      if (store.record) throw conflict();
      write(record);
    },
    update: async (record, signal) => {
      await arrive('update', signal);
      if (known !== store.version) throw conflict();
      write(record);
    },
    recordEvent: (what) => void store.events.push(`${identity} ${what}`),
  };
}
