import { formatTime, messageOfThrown } from '@kb/apimachinery';
import { labelsMatch } from '@kb/apimachinery/selectors';
import type { ReplicaSetCondition, ReplicaSetStatus } from '@kb/kubernetes/apps/v1';
import type { LivePod, LiveReplicaSet } from '../../shared/kinds.ts';
import { availableIn, isReady } from '../../shared/pods.ts';

/** The Pods that the status of a ReplicaSet is computed from. */
export interface ObservedPods {
  readonly active: readonly LivePod[];
  readonly terminating: readonly LivePod[];
  /** The error of creating or deleting Pods in this reconcile, if any. */
  readonly failure: unknown;
}

/** Computes the status of a ReplicaSet. Omits counts of zero, as the API server does. */
export function replicaSetStatus(replicaSet: LiveReplicaSet, pods: ObservedPods, now: number): ReplicaSetStatus {
  const { active, terminating } = pods;
  const { template, minReadySeconds = 0 } = replicaSet.spec;
  const templateLabels = template?.metadata?.labels ?? {};
  const conditions = conditionsOf(replicaSet, pods, now);
  const counts = {
    fullyLabeledReplicas: count(active, (pod) => labelsMatch(templateLabels, pod.metadata.labels)),
    readyReplicas: count(active, isReady),
    availableReplicas: count(active, (pod) => availableIn(pod, minReadySeconds, now) === 0),
    observedGeneration: replicaSet.metadata.generation ?? 0,
  };
  return {
    replicas: active.length,
    ...Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0)),
    terminatingReplicas: terminating.length,
    ...(conditions.length > 0 && { conditions }),
  };
}

/** Computes the conditions. A failure is reported when it begins, and not again when its message changes. */
function conditionsOf(
  replicaSet: LiveReplicaSet,
  { active, failure }: ObservedPods,
  now: number,
): ReplicaSetCondition[] {
  const before = (replicaSet.status?.conditions ?? []).map((condition) => ({ ...condition }));
  if (failure === undefined) return before.filter(({ type }) => type !== FAILURE);
  if (before.some(({ type }) => type === FAILURE)) return before;
  const reason = active.length < (replicaSet.spec.replicas ?? 1) ? 'FailedCreate' : 'FailedDelete';
  const message = messageOfThrown(failure);
  return [...before, { type: FAILURE, status: 'True', lastTransitionTime: formatTime(now), reason, message }];
}

const FAILURE = 'ReplicaFailure';

const count = (pods: readonly LivePod[], test: (pod: LivePod) => boolean): number => pods.filter(test).length;
