import type { DeepReadonly } from '../json.ts';
import type { Condition } from '../object/object.ts';
import { formatTime } from '../time/format-time.ts';

/**
 * A condition to set. Without `lastTransitionTime`, the old time is kept when the status stays the same, else it is set
 * to now.
 */
export type ConditionInput = Omit<Condition, 'lastTransitionTime' | 'observedGeneration'> & {
  readonly lastTransitionTime?: string | undefined;
  readonly observedGeneration?: Condition['observedGeneration'] | undefined;
};

type ReadonlyConditions = readonly DeepReadonly<Condition>[] | null | undefined;

/**
 * The common fields of the conditions of all kinds: a type and a status. Built-in kinds leave out what metav1.Condition
 * requires (a Pod's reason), or add to it.
 */
export interface AnyCondition {
  readonly type: string;
  readonly status: string;
}

/** Returns the condition of a type, of any kind; undefined when there is none. */
export function findCondition<C extends AnyCondition>(
  conditions: readonly C[] | null | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether the condition of a type exists and is True. Accepts the conditions of any kind. */
export function isConditionTrue(conditions: readonly AnyCondition[] | null | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/** Whether the condition of a type exists and is False. Accepts the conditions of any kind. */
export function isConditionFalse(conditions: readonly AnyCondition[] | null | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === 'False';
}

/**
 * The conditions with one of them set, in its place or at the end; `now` is in milliseconds since the epoch.
 * `lastTransitionTime` changes only when the status does (apimachinery's meta.SetStatusCondition). Returns the same
 * list when nothing changes, so that `===` shows whether a write is needed.
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
  const { observedGeneration, ...rest } = condition;
  const next = { ...rest, ...(observedGeneration !== undefined && { observedGeneration }), lastTransitionTime };
  if (old === undefined) return [...current, next];
  const same =
    old.status === condition.status &&
    old.reason === condition.reason &&
    old.message === condition.message &&
    old.observedGeneration === observedGeneration;
  return same ? current : current.with(at, next);
}

/** The conditions without the one of a type, of any kind. Returns the same list when there is none. */
export function removeCondition<C extends AnyCondition>(
  conditions: readonly C[] | null | undefined,
  type: string,
): readonly C[] {
  const current = conditions ?? [];
  return current.some((condition) => condition.type === type)
    ? current.filter((condition) => condition.type !== type)
    : current;
}
