import { type DeepReadonly, formatTime } from '@kb/apimachinery';
import type { DeploymentCondition } from '@kb/kubernetes/apps/v1';

/** A condition of a Deployment, which unlike others has two times. */
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
 * The conditions with one of them set, at the end of the list. Nothing changes, neither message nor times, when status
 * and reason are as before; the time of transition stays when the status does.
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

/** The conditions without the one of a type. */
export function withoutCondition(conditions: Conditions, type: string): Conditions {
  return conditions.filter((condition) => condition.type !== type);
}
