import type { DeepReadonly } from '../json.ts';
import type { Condition } from '../object.ts';
import { formatTime } from '../time/format-time.ts';

/** A condition to set. Without `lastTransitionTime` it is kept where the status stays, else set to now. */
export type ConditionInput = Omit<Condition, 'lastTransitionTime'> & { readonly lastTransitionTime?: string };

type ReadonlyConditions = readonly DeepReadonly<Condition>[] | null | undefined;

/** The condition of one type; undefined without one. */
export function findCondition(conditions: ReadonlyConditions, type: string): DeepReadonly<Condition> | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether the condition of one type is there and True. */
export function isConditionTrue(conditions: ReadonlyConditions, type: string): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/** Whether the condition of one type is there and False. */
export function isConditionFalse(conditions: ReadonlyConditions, type: string): boolean {
  return findCondition(conditions, type)?.status === 'False';
}

/**
 * The conditions with one of them set, in its place or at the end; `now` is in milliseconds since the epoch. `lastTransitionTime` changes only when the
 * status does (apimachinery's meta.SetStatusCondition). Answers the same list when nothing changes, so that comparing by `===` tells whether to write.
 */
export function setCondition(
  conditions: ReadonlyConditions,
  condition: ConditionInput,
  now: number,
): readonly DeepReadonly<Condition>[] {
  const current = conditions ?? [];
  const at = current.findIndex(({ type }) => type === condition.type);
  const old = current[at];
  const lastTransitionTime =
    old !== undefined && old.status === condition.status
      ? old.lastTransitionTime
      : (condition.lastTransitionTime ?? formatTime(now));
  if (old === undefined) return [...current, { ...condition, lastTransitionTime }];
  const same =
    old.status === condition.status &&
    old.reason === condition.reason &&
    old.message === condition.message &&
    old.observedGeneration === condition.observedGeneration;
  return same ? current : current.with(at, { ...condition, lastTransitionTime });
}

/** The conditions without the one of a type. Answers the same list when there is none. */
export function removeCondition(conditions: ReadonlyConditions, type: string): readonly DeepReadonly<Condition>[] {
  const current = conditions ?? [];
  return current.some((condition) => condition.type === type)
    ? current.filter((condition) => condition.type !== type)
    : current;
}
