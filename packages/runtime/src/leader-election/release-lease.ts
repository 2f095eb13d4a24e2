import type { Clock, Random } from '@kb/apimachinery';
import { abortScope } from '../abort-scope.ts';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import type { ElectionState } from './election-state.ts';
import type { ResourceLock } from './lock/resource-lock.ts';

/** client-go's retry.DefaultRetry, for a release that meets a conflict. */
const RELEASE_TRIES = 5;
const RELEASE_RETRY_DELAY: Milliseconds = 10;

/** Options of {@link releaseLease}. */
export interface ReleaseLeaseOptions {
  readonly lock: ResourceLock;
  readonly state: ElectionState;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** How long it tries. */
  readonly renewDeadline: Milliseconds;
}

/**
 * Gives the lease away if the server's record names this process: its own knowledge may be out of date. Logs errors.
 */
export async function releaseLease(options: ReleaseLeaseOptions): Promise<void> {
  const { lock, state, clock, random, log, renewDeadline } = options;
  const scope = abortScope(undefined);
  const cancel = clock.after(renewDeadline, () => scope.abort(new Error('the renew deadline is over')));
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        const found = await lock.get(scope.signal);
        if (found?.holderIdentity !== lock.identity) return;
        await lock.update(state.released(found), scope.signal);
        return;
      } catch (error) {
        if (!isConflictStatus(error) || tries === RELEASE_TRIES) throw error;
        await clock.sleep(RELEASE_RETRY_DELAY * (1 + 0.1 * random()), scope.signal);
      }
    }
  } catch (error) {
    log.error(error, 'Failed to release lease');
  } finally {
    cancel();
  }
}

/**
 * Whether an error is an API server's response 409. Checked by its shape: the thread that renews the lease loads no
 * other package.
 */
function isConflictStatus(error: unknown): boolean {
  if (!(error instanceof Error) || !('status' in error)) return false;
  const { status } = error;
  if (typeof status !== 'object' || status === null) return false;
  return ('reason' in status && status.reason === 'Conflict') || ('code' in status && status.code === 409);
}
