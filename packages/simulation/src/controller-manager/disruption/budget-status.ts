import { type ConditionInput, type DeepReadonly, equalJson, parseTime, setCondition } from '@kb/apimachinery';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@kb/kubernetes/policy/v1';
import type { LivePod } from '../../shared/kinds.ts';
import { isReady } from '../../shared/pods.ts';

/** A PodDisruptionBudget as the caches hold it. */
export type LiveBudget = DeepReadonly<PodDisruptionBudget>;

/** How many Pods a budget covers, and how many of them must stay healthy. */
export interface Expectation {
  readonly expected: number;
  readonly desiredHealthy: number;
}

/** The evictions that the API server has allowed, and whose Pods are not being deleted yet. */
export interface Disruptions {
  /** When each was allowed, by the name of the Pod. */
  readonly pending: Readonly<Record<string, string>>;
  /** The Pods that were not deleted in time, so that they count again. */
  readonly overdue: readonly LivePod[];
  /** The milliseconds until the first pending one is overdue; undefined if there is none. */
  readonly recheckIn: number | undefined;
}

/** Milliseconds since the epoch; 0 for a text that is not a time. */
const timeOf = (text: string | undefined): number => parseTime(text ?? '') ?? 0;

/** How long the deletion of an evicted Pod may take to begin. */
const DELETION_TIMEOUT_MS = 120_000;
const RECHECK_DELAY_MS = 5;

/** Returns the evictions in the status of a budget that are still pending, of these Pods. */
export function pendingDisruptions(budget: LiveBudget, pods: readonly LivePod[], now: number): Disruptions {
  const before = budget.status?.disruptedPods ?? {};
  const pending: Record<string, string> = {};
  const overdue: LivePod[] = [];
  let recheckIn: number | undefined;
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    const allowed = Object.hasOwn(before, name) ? before[name] : undefined;
    if (allowed === undefined || deletionTimestamp !== undefined) continue;
    const left = timeOf(allowed) + DELETION_TIMEOUT_MS - now;
    if (left < 0) {
      overdue.push(pod);
      continue;
    }
    pending[name] = allowed;
    // A moment later: it is overdue once the time has passed.
    recheckIn = Math.min(recheckIn ?? Infinity, left + RECHECK_DELAY_MS);
  }
  return { pending, overdue, recheckIn };
}

/** Computes the status of a budget; the same if it is up to date. */
export function budgetStatus(
  budget: LiveBudget,
  pods: readonly LivePod[],
  { expected, desiredHealthy }: Expectation,
  { pending }: Pick<Disruptions, 'pending'>,
  now: number,
): DeepReadonly<PodDisruptionBudgetStatus> {
  const isPending = ({ metadata: { name } }: LivePod): boolean =>
    Object.hasOwn(pending, name) && timeOf(pending[name]) + DELETION_TIMEOUT_MS > now;
  const currentHealthy = pods.filter(
    (pod) => pod.metadata.deletionTimestamp === undefined && isReady(pod) && !isPending(pod),
  ).length;
  const allowed = expected <= 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  const counts = { currentHealthy, desiredHealthy, expectedPods: expected, disruptionsAllowed: allowed };
  const { generation = 0 } = budget.metadata;
  const observed = generation === 0 ? {} : { observedGeneration: generation };
  const { status } = budget;
  if (status !== undefined && isUpToDate(status, { ...counts, ...observed }, pending)) return status;
  const [state, reason] =
    allowed > 0 ? (['True', 'SufficientPods'] as const) : (['False', 'InsufficientPods'] as const);
  return {
    ...counts,
    ...observed,
    ...(Object.keys(pending).length > 0 && { disruptedPods: pending }),
    conditions: withCondition(status?.conditions, { status: state, reason, message: '', ...observed }, now),
  };
}

const DISRUPTION_ALLOWED = 'DisruptionAllowed';

function isUpToDate(
  status: DeepReadonly<PodDisruptionBudgetStatus>,
  counts: Omit<PodDisruptionBudgetStatus, 'conditions' | 'disruptedPods'>,
  pending: Disruptions['pending'],
): boolean {
  const { conditions, disruptedPods = {}, ...numbers } = status;
  const condition = conditions?.find(({ type }) => type === DISRUPTION_ALLOWED);
  const reason = (counts.disruptionsAllowed ?? 0) > 0 ? 'SufficientPods' : 'InsufficientPods';
  return equalJson(numbers, counts) && equalJson(disruptedPods, pending) && condition?.reason === reason;
}

/** Returns the status of a budget that could not be computed: it allows no disruption, and says why. */
export function failedStatus(
  { status }: LiveBudget,
  message: string,
  now: number,
): DeepReadonly<PodDisruptionBudgetStatus> {
  const observed = status?.observedGeneration === undefined ? {} : { observedGeneration: status.observedGeneration };
  return {
    currentHealthy: 0,
    desiredHealthy: 0,
    expectedPods: 0,
    ...status,
    disruptionsAllowed: 0,
    conditions: withCondition(status?.conditions, { status: 'False', reason: 'SyncFailed', message, ...observed }, now),
  };
}

/** Returns the conditions of a budget with another DisruptionAllowed. */
function withCondition(
  conditions: Conditions | undefined,
  condition: Omit<ConditionInput, 'type'>,
  now: number,
): Conditions {
  // The wire types of conditions differ only in how they write a status and an integer.
  const before = conditions as Parameters<typeof setCondition>[0];
  return setCondition(before, { type: DISRUPTION_ALLOWED, ...condition }, now) as Conditions;
}

type Conditions = NonNullable<DeepReadonly<PodDisruptionBudgetStatus>['conditions']>;
