import {
  type AnyCondition,
  type Condition,
  type ConditionInput,
  type DeepReadonly,
  findCondition,
  type int64,
  type KubernetesObject,
  removeCondition,
  setCondition,
} from '@kb/apimachinery';

/** An object whose status has a list of conditions. */
export interface Conditioned {
  readonly metadata: Pick<DeepReadonly<KubernetesObject['metadata']>, 'generation'>;
  readonly status?: { readonly conditions?: readonly DeepReadonly<Condition>[] | null | undefined } | null | undefined;
}

/** An object with conditions of any shape. */
export interface AnyConditioned {
  readonly metadata: Conditioned['metadata'];
  readonly status?:
    | { readonly conditions?: readonly (AnyCondition & { readonly observedGeneration?: int64 })[] | null | undefined }
    | null
    | undefined;
}

/**
 * Returns the object's conditions with these set, one after the other, like apimachinery's meta.SetStatusCondition:
 * `lastTransitionTime` (by default `now`, in milliseconds since the epoch) changes only with the status.
 * `observedGeneration` is by default the object's generation. Conditions of other types stay as they are. Returns the
 * same list when nothing changes.
 */
export function mergeConditions(
  object: Conditioned,
  conditions: readonly ConditionInput[],
  now: number,
): readonly DeepReadonly<Condition>[] {
  const { generation } = object.metadata;
  return conditions.reduce<readonly DeepReadonly<Condition>[]>(
    (merged, condition) =>
      setCondition(
        merged,
        generation === undefined ? condition : { observedGeneration: generation, ...condition },
        now,
      ),
    object.status?.conditions ?? [],
  );
}

/**
 * Returns the object with these conditions merged into its status ({@link mergeConditions}); the same object when
 * nothing changes.
 */
export function withConditions<O extends Conditioned>(
  object: O,
  conditions: readonly ConditionInput[],
  now: number,
): O {
  const merged = mergeConditions(object, conditions, now);
  const current = object.status?.conditions;
  if (merged === current || (merged.length === 0 && !current)) return object;
  return { ...object, status: { ...object.status, conditions: merged } };
}

/** Returns the object without the condition of a type; the same object when it has none. */
export function withoutCondition<O extends Conditioned>(object: O, type: string): O {
  const current = object.status?.conditions;
  const kept = removeCondition(current, type);
  return !current || kept === current ? object : { ...object, status: { ...object.status, conditions: kept } };
}

/**
 * Whether the condition of a type is True and was set for the current spec: its `observedGeneration` is the object's
 * generation.
 */
export function isConditionCurrent(object: AnyConditioned, type: string): boolean {
  const condition = findCondition(object.status?.conditions, type);
  return condition?.status === 'True' && (condition.observedGeneration ?? 0) >= (object.metadata.generation ?? 0);
}
