import type { Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import type { ElectionState } from './election-state.ts';
import { type LeaderElectionRecord, newRecord } from './lock/leader-election-record.ts';
import { instantOf } from './leadership.ts';
import type { ResourceLock } from './lock/resource-lock.ts';

/** Options of {@link tryAcquireOrRenew}. */
export interface ElectionAttempt {
  readonly lock: ResourceLock;
  readonly state: ElectionState;
  readonly leaseDuration: Milliseconds;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when the leader had to read the record before it could renew. */
  readonly onSlowPath: () => void;
}

/**
 * Tries once to become or stay the leader; resolves with whether it succeeded. Like client-go's tryAcquireOrRenew: a
 * leader replaces the record that it knows without reading it. When that fails, and for other candidates, the record is
 * read (created when there is none) and taken when it is ours, nobody's, or has not changed for its lease duration.
 * Errors are logged: the next try may succeed.
 */
export async function tryAcquireOrRenew(attempt: ElectionAttempt, signal: AbortSignal): Promise<boolean> {
  const { lock, state, leaseDuration, clock, log } = attempt;
  const now = instantOf(clock);
  const mine = newRecord(lock.identity, Math.floor(leaseDuration / 1000), now.wall);

  const write = async (record: LeaderElectionRecord, how: 'create' | 'update'): Promise<void> => {
    await lock[how](record, signal);
    state.wrote(record);
  };
  const failed = (error: unknown, message: string): false => {
    if (!signal.aborted) log.error(error, message);
    return false;
  };

  if (state.isLeader() && state.isValidAt(now.monotonic)) {
    try {
      await write(continuing(mine, state.record()), 'update');
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      log.debug('Failed to update lease optimistically, falling back to slow path', {
        error: error instanceof Error ? error.message : 'no error',
      });
    }
  }

  let found;
  try {
    found = await lock.get(signal);
  } catch (error) {
    return failed(error, 'Error retrieving lease lock');
  }
  if (!found) {
    try {
      await write(mine, 'create');
      return true;
    } catch (error) {
      return failed(error, 'Error initially creating lease lock');
    }
  }

  state.read(found);
  if (found.holderIdentity !== '' && state.isValidAt(now.monotonic) && !state.isLeader()) {
    log.debug('Lease is held by and has not yet expired', { holder: found.holderIdentity });
    return false;
  }
  const isMine = state.isLeader();
  if (isMine) attempt.onSlowPath();
  try {
    await write(
      isMine ? continuing(mine, found) : { ...mine, leaderTransitions: found.leaderTransitions + 1 },
      'update',
    );
    return true;
  } catch (error) {
    return failed(error, 'Failed to update lease');
  }
}

/** A renewal keeps the time of acquisition and the number of transitions. */
const continuing = (mine: LeaderElectionRecord, before: LeaderElectionRecord): LeaderElectionRecord => ({
  ...mine,
  acquireTime: before.acquireTime,
  leaderTransitions: before.leaderTransitions,
});
