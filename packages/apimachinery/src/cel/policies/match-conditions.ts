import { CONDITIONS_BUDGET, evaluateInSteps, type ExpressionGroup, type PolicyInput } from './evaluate-policy.ts';

/** Whether all conditions are true; or why that is not known. */
export type ConditionsVerdict =
  { readonly matches: boolean; readonly error?: never } | { readonly matches?: never; readonly error: string };

/** Evaluates match conditions in steps: one that is false decides, also after an error. */
export function* judgeConditions(group: ExpressionGroup, input: PolicyInput): Generator<void, ConditionsVerdict> {
  if (group.expressions.length === 0) return { matches: true };
  const { results, stopped } = yield* evaluateInSteps({ ...group, budget: CONDITIONS_BUDGET }, input);
  if (stopped !== undefined) return { error: stopped };
  if (results.some((result) => result?.value === false)) return { matches: false };
  const errors = new Set(results.flatMap((result) => result?.error ?? []));
  const [first] = errors;
  if (first === undefined) return { matches: true };
  return { error: errors.size === 1 ? first : `[${[...errors].join(', ')}]` };
}
