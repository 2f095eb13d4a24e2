import { createVirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient } from '@kb/client';
import { leases } from '@kb/kubernetes/coordination/v1';
import { createManager, type LeaderElectionOptions } from '@kb/runtime';
import { JITTER_FACTOR } from '../../../../../packages/runtime/src/leader-election/election-times.ts';
import { duration, least, NONE } from './words.ts';

type Optional = Exclude<keyof LeaderElectionOptions, 'id' | 'namespace'>;

/** Every optional option of an election. */
export async function leaderElectionDefaults(): Promise<Record<Optional, string>> {
  // The durations must be consistent, which reveals the defaults of the omitted ones.
  const retryPeriod = (least(1, 10_000, (renewDeadline) => isAccepted({ renewDeadline })) - 1) / JITTER_FACTOR;
  const renewDeadline = least(1, 60_000, (leaseDuration) => isAccepted({ leaseDuration })) - 1;
  const leaseDuration = least(renewDeadline + 1, 60_000, (deadline) => !isAccepted({ renewDeadline: deadline }));
  return {
    leaseDuration: duration(leaseDuration),
    renewDeadline: duration(renewDeadline),
    retryPeriod: duration(retryPeriod),
    ...(await lease()),
  };
}

function managerWith(election: Partial<LeaderElectionOptions>) {
  const clock = createVirtualClock();
  const random = (): number => 0.5;
  const client = createClient({ transport: createApiServer({ clock, random }).transport, clock });
  const leaderElection = { id: 'kb', namespace: 'default', ...election };
  return { clock, client, manager: createManager({ client, clock, random, controllers: [], leaderElection }) };
}

function isAccepted(election: Partial<LeaderElectionOptions>): boolean {
  try {
    managerWith(election);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The Lease of a manager that was the leader and was stopped. */
async function lease(): Promise<Record<'releaseOnCancel' | 'labels' | 'client' | 'lock', string>> {
  const { clock, client, manager } = managerWith({});
  const running = manager.start();
  await clock.settle();
  const stopped = manager.stop();
  await clock.runUntilIdle();
  await Promise.all([running, stopped]);
  const { metadata, spec } = await client.get(leases, 'default/kb');
  return {
    releaseOnCancel: String(!spec?.holderIdentity),
    labels: metadata.labels === undefined ? NONE : JSON.stringify(metadata.labels),
    client: "the manager's",
    lock: 'a Lease',
  };
}
