import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import { seconds } from '../durations.ts';
import {
  createLeaderElector,
  type LeaderElector,
  type LeaderElectorOptions,
} from '../leader-election/leader-elector.ts';
import type { LeaderElectionRecord } from '../leader-election/lock/leader-election-record.ts';
import { lockStore, type LockStore, memoryLock } from './memory-lock.ts';
import { recordingLogger } from './recording-logger.ts';

/** A running elector. */
export interface Candidate {
  readonly elector: LeaderElector;
  readonly end: AbortController;
  readonly running: Promise<void>;
}

/** Candidates that share a lock, on virtual time. */
export interface ElectorStage {
  readonly clock: VirtualClock;
  readonly store: LockStore;
  /** When the stage was created, by its clock. */
  readonly start: number;
  /** The events, with the seconds since the start. */
  readonly happened: string[];
  /** Moves the candidates' clock forward by this much, but no timers: a process that stood still sees time jump. */
  skip(ms: number): void;
  /** Creates an elector. */
  elector(identity: string, options?: Partial<LeaderElectorOptions>): LeaderElector;
  /** Creates an elector and runs it. */
  run(identity: string, options?: Partial<LeaderElectorOptions>): Candidate;
}

/** Creates a stage without candidates and without a record. */
export function createElectorStage(): ElectorStage {
  const clock = createVirtualClock();
  const store = lockStore();
  const start = clock.now();
  const happened: string[] = [];
  let skipped = 0;
  const elector: ElectorStage['elector'] = (identity, options = {}) => {
    const say = (what: string): void => void happened.push(`${(clock.now() - start) / 1000} ${identity} ${what}`);
    return createLeaderElector({
      lock: memoryLock(store, identity),
      name: 'lock',
      leaseDuration: seconds(15),
      renewDeadline: seconds(10),
      retryPeriod: seconds(2),
      clock: { ...clock, now: () => clock.now() + skipped },
      random: () => 0.5,
      log: recordingLogger().log,
      callbacks: {
        onStartedLeading: (signal) => {
          say('started');
          signal.addEventListener('abort', () => say('told to end'));
        },
        onStoppedLeading: () => say('stopped'),
        onNewLeader: (leader) => say(`sees ${leader || 'nobody'}`),
      },
      metrics: {
        leading: () => say('metric 1'),
        notLeading: () => say('metric 0'),
        slowPath: () => say('slow path'),
      },
      ...options,
    });
  };
  return {
    clock,
    store,
    start,
    happened,
    skip: (ms) => {
      skipped = ms;
    },
    elector,
    run: (identity, options) => {
      const made = elector(identity, options);
      const end = new AbortController();
      return { elector: made, end, running: made.run(end.signal) };
    },
  };
}

/** Makes a record that names a holder. */
export const record = (holderIdentity: string, more: Partial<LeaderElectionRecord> = {}): LeaderElectionRecord => ({
  holderIdentity,
  leaseDurationSeconds: 15,
  acquireTime: '2026-01-01T00:00:00.000000Z',
  renewTime: '2026-01-01T00:00:00.000000Z',
  leaderTransitions: 3,
  ...more,
});
