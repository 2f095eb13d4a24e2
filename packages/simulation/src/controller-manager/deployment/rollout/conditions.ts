import { type DeepReadonly, formatTime } from '@kb/apimachinery';
import type { DeploymentCondition } from '@kb/kubernetes/apps/v1';

/** A condition of a Deployment. Unlike other conditions, it has two times. */
export type LiveCondition = DeepReadonly<DeploymentCondition>;

type Conditions = readonly LiveCondition[];

/** A condition that begins now. */
export function newCondition(
  type: 'Available' | 'Progressing',
  status: 'True' | 'False' | 'Unknown',
  reason: string,
  message: string,
  now: number,
): LiveCondition {
  const time = formatTime(now);
  return { type, status, lastUpdateTime: time, lastTransitionTime: time, reason, message };
}

/** The condition of one type. */
export function conditionOf(conditions: Conditions | undefined, type: string): LiveCondition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/**
 * Sets a condition, and moves it to the end of the list. Changes nothing, not even message and times, if status and
 * reason are as before; keeps the transition time if the status is.
 */
export function withCondition(conditions: Conditions, condition: LiveCondition): Conditions {
  const old = conditionOf(conditions, condition.type);
  if (old?.status === condition.status && old.reason === condition.reason) return conditions;
  const lastTransitionTime = old?.status === condition.status ? old.lastTransitionTime : condition.lastTransitionTime;
  return [
    ...withoutCondition(conditions, condition.type),
    { ...condition, ...(lastTransitionTime !== undefined && { lastTransitionTime }) },
  ];
}

/** Removes the condition of one type. */
export function withoutCondition(conditions: Conditions, type: string): Conditions {
  return conditions.filter((condition) => condition.type !== type);
}
