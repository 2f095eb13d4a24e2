import type { LeaderElectionRecord } from './leader-election-record.ts';

/**
 * Where the record of an election is kept: client-go's resourcelock.Interface. {@link createLeaseLock} makes the usual
 * one.
 */
export interface ResourceLock {
  /** Who this process is among the candidates: unique. */
  readonly identity: string;
  /** `namespace/name`, for messages. */
  readonly description: string;
  /** Reads the record; undefined when there is none yet. */
  get(signal: AbortSignal): Promise<LeaderElectionRecord | undefined>;
  /** Writes the first record. Rejects when there is one by now. */
  create(record: LeaderElectionRecord, signal: AbortSignal): Promise<void>;
  /** Writes over the record that was read or written last. Rejects with a Conflict when it has changed since. */
  update(record: LeaderElectionRecord, signal: AbortSignal): Promise<void>;
  /** Says what happened to this process, such as `became leader`, in an Event. Never throws. */
  recordEvent(what: string): void;
}
