import type { LeaderElectionRecord } from './leader-election-record.ts';

/**
 * Where the record of an election is kept: client-go's resourcelock.Interface. {@link createLeaseLock} makes the usual
 * one.
 */
export interface ResourceLock {
  /** The identity of this candidate: unique. */
  readonly identity: string;
  /** `namespace/name`, for messages. */
  readonly description: string;
  /** Reads the record; undefined when there is none yet. */
  get(signal: AbortSignal): Promise<LeaderElectionRecord | undefined>;
  /** Writes the first record. Rejects when a record exists. */
  create(record: LeaderElectionRecord, signal: AbortSignal): Promise<void>;
  /** Replaces the record that was read or written last. Rejects with a Conflict when it has changed since. */
  update(record: LeaderElectionRecord, signal: AbortSignal): Promise<void>;
  /** Records an Event about this process, such as `became leader`. Never throws. */
  recordEvent(what: string): void;
}
