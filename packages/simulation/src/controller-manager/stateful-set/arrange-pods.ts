import type { LivePod } from '../../shared/kinds.ts';
import { isTerminal } from '../../shared/pods.ts';
import { slowStartEach } from '../shared/slow-start.ts';
import { asClaimingPod, completeClaims, claimsHaveOwners, mendClaimOwners, waitsForEarlierClaims } from './claims.ts';
import {
  isAvailable,
  type Member,
  type Members,
  membersOf,
  replicasFromFirst,
  replicasFromLast,
  revisionOfPod,
} from './members.ts';
import { claimTemplatesOf, type SetSync } from './set-sync.ts';
import { createMember, deleteMember, isInPlace, mendMember } from './write-pods.ts';

/** The result of {@link arrangePods}. */
export interface Arranged {
  /** Whether a Pod was deleted because it is of an older revision. */
  readonly replaced: boolean;
}

/**
 * Brings the Pods of a StatefulSet closer to its spec: creates those that are missing, removes those that it does not
 * want, and replaces those of an older revision, in this order. An ordered set does one thing at a time, and waits
 * until
 * all Pods before it are available. Rejects with the first error.
 */
export async function arrangePods(sync: SetSync, pods: readonly LivePod[]): Promise<Arranged> {
  const members = membersOf(sync.set, pods);
  if (await forEach(sync, unsettled(sync, members), (member) => keepReplica(sync, member))) return { replaced: false };
  if (await forEach(sync, members.condemned, (member) => fixClaims(sync, member))) return { replaced: false };
  const blocking = firstUnavailable(sync, members);
  if (await forEach(sync, members.condemned, (member) => removeCondemned(sync, member, blocking)))
    return { replaced: false };
  return { replaced: await replaceOne(sync, members) };
}

/**
 * Handles members: in an ordered set one after the other, until one says to stop; else all, side by side. Resolves with
 * whether one said so in an ordered set.
 */
async function forEach<M extends Member>(
  { isOrdered }: SetSync,
  members: Iterable<M>,
  handle: (member: M) => Promise<boolean>,
): Promise<boolean> {
  if (isOrdered) {
    for (const member of members) if (await handle(member)) return true;
    return false;
  }
  const { failure } = await slowStartEach([...members], handle);
  if (failure !== undefined) throw failure;
  return false;
}

/** The most Pods that one sync creates. */
const BURST = 500;

/** Yields the replicas that need something, or for which an ordered set waits, up to {@link BURST} missing ones. */
function* unsettled(sync: SetSync, members: Members): Generator<Member> {
  let missing = 0;
  for (const member of replicasFromFirst(sync.set, members)) {
    if (isSettled(sync, member)) continue;
    yield member;
    if (member.pod === undefined) missing += 1;
    if (missing === BURST) return;
  }
}

function isSettled(sync: SetSync, member: Member): boolean {
  const { set, isOrdered, now } = sync;
  const { pod } = member;
  if (pod === undefined || isTerminal(pod)) return false;
  if (pod.status?.phase === 'Pending' && (isOrdered || claimTemplatesOf(set).length > 0)) return false;
  if (isOrdered && !isAvailable(set, member, now)) return false;
  return isInPlace(sync, member);
}

/** Creates or mends a replica. Resolves with whether an ordered set stops here. */
async function keepReplica(sync: SetSync, member: Member): Promise<boolean> {
  const { set, isOrdered, now } = sync;
  const { ordinal, pod } = member;
  const claiming = asClaimingPod(set, ordinal, pod);
  if (pod === undefined) {
    if (waitsForEarlierClaims(sync, claiming)) return true;
    await createMember(sync, member);
    return isOrdered;
  }
  if (isTerminal(pod)) {
    // It is created again when it is gone.
    if (pod.metadata.deletionTimestamp === undefined) await deleteMember(sync, pod);
    return true;
  }
  if (pod.status?.phase === 'Pending') await completeClaims(sync, claiming);
  if (isOrdered && !isAvailable(set, member, now)) return true;
  if (!isInPlace(sync, member)) await mendMember(sync, { ordinal, pod });
  return false;
}

/** Gives the claims of a Pod that is not wanted their owners, so that they are deleted with it. */
async function fixClaims(sync: SetSync, { ordinal, pod }: Member): Promise<boolean> {
  const claiming = asClaimingPod(sync.set, ordinal, pod);
  if (!claimsHaveOwners(sync, claiming)) await mendClaimOwners(sync, claiming);
  return false;
}

/** Removes a Pod that is not wanted. An ordered set first removes Pods that are not available. */
async function removeCondemned(
  sync: SetSync,
  member: Members['condemned'][number],
  blocking: Member | undefined,
): Promise<boolean> {
  const { set, isOrdered, now } = sync;
  if (member.pod.metadata.deletionTimestamp !== undefined) return isOrdered;
  if (isOrdered && member !== blocking && !isAvailable(set, member, now)) return true;
  await deleteMember(sync, member.pod);
  return true;
}

/** The first member that is not available: a replica if there is one, else the lowest Pod that is not wanted. */
function firstUnavailable({ set, now }: SetSync, members: Members): Member | undefined {
  for (const member of replicasFromFirst(set, members)) if (!isAvailable(set, member, now)) return member;
  return members.condemned.findLast((member) => !isAvailable(set, member, now));
}

/**
 * Deletes the last Pod that is of an older revision, unless a Pod after it is not available yet. Leaves Pods below the
 * partition alone. Resolves with whether it deleted one.
 */
async function replaceOne(sync: SetSync, members: Members): Promise<boolean> {
  const { set, revisions, now } = sync;
  const { type, rollingUpdate } = set.spec.updateStrategy ?? {};
  if (type === 'OnDelete') return false;
  for (const member of replicasFromLast(set, members, rollingUpdate?.partition ?? 0)) {
    const { pod } = member;
    if (pod && pod.metadata.deletionTimestamp === undefined && revisionOfPod(pod) !== revisions.update.name) {
      await deleteMember(sync, pod);
      return true;
    }
    if (!isAvailable(set, member, now)) return false;
  }
  return false;
}
