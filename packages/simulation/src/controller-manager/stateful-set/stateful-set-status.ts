import type { StatefulSetStatus } from '@kb/kubernetes/apps/v1';
import type { LivePod } from '../../shared/kinds.ts';
import { availableIn, isReady } from '../../shared/pods.ts';
import { type LiveStatefulSet, replicasOf, revisionOfPod } from './members.ts';

/** The counts and revisions of a StatefulSet's status, all of them set. */
export type StatusCounts = Required<Omit<StatefulSetStatus, 'conditions'>>;

/** The revisions of a status. */
export type StatusRevisions = Pick<StatusCounts, 'currentRevision' | 'updateRevision' | 'collisionCount'>;

/** Counts the Pods of a StatefulSet. */
export function countPods(
  { metadata, spec }: LiveStatefulSet,
  revisions: StatusRevisions,
  pods: readonly LivePod[],
  now: number,
): StatusCounts {
  const { currentRevision, updateRevision } = revisions;
  const counts = {
    replicas: pods.length,
    readyReplicas: 0,
    availableReplicas: 0,
    currentReplicas: 0,
    updatedReplicas: 0,
  };
  for (const pod of pods) {
    if (pod.status?.phase === 'Running' && isReady(pod)) {
      counts.readyReplicas += 1;
      if (availableIn(pod, spec.minReadySeconds ?? 0, now) === 0) counts.availableReplicas += 1;
    }
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    const revision = revisionOfPod(pod);
    if (revision === currentRevision) counts.currentReplicas += 1;
    if (revision === updateRevision) counts.updatedReplicas += 1;
  }
  return { observedGeneration: metadata.generation ?? 0, ...revisions, ...counts };
}

/** Ends a rolling update if every Pod is updated and ready: then the current revision is the updated one. */
export function withFinishedUpdate(set: LiveStatefulSet, status: StatusCounts): StatusCounts {
  const wanted = replicasOf(set);
  const { replicas, readyReplicas, updatedReplicas, updateRevision } = status;
  const finished = [replicas, readyReplicas, updatedReplicas].every((count) => count === wanted);
  if (!finished || set.spec.updateStrategy?.type !== 'RollingUpdate') return status;
  return { ...status, currentReplicas: updatedReplicas, currentRevision: updateRevision };
}

/** The fields whose changes are written. */
const compared = [
  'replicas',
  'readyReplicas',
  'availableReplicas',
  'currentReplicas',
  'updatedReplicas',
  'currentRevision',
  'updateRevision',
] as const;

/** Whether a status has to be written: it is of a newer generation, or differs in a count or a revision. */
export function differsFrom({ status: before }: LiveStatefulSet, status: StatusCounts): boolean {
  if (status.observedGeneration > (before?.observedGeneration ?? 0)) return true;
  return compared.some((field) => status[field] !== (before?.[field] ?? (typeof status[field] === 'number' ? 0 : '')));
}

/** Returns a status as the API server stores it: counts of zero are left out, except two. */
export function asStored(status: StatusCounts): StatefulSetStatus {
  const { replicas, availableReplicas, collisionCount, ...others } = status;
  const set = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== 0));
  return { replicas, availableReplicas, collisionCount, ...set };
}
