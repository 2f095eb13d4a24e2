import type { JsonObject, JsonValue } from '../../json.ts';
import type { Authorize, AuthorizedResource } from '../library/kubernetes/authorizer.ts';
import { CONDITIONS_BUDGET } from '../policies/evaluate-policy.ts';
import { type ConditionsVerdict, judgeConditions } from '../policies/match-conditions.ts';
import { type CompiledCondition, compileCondition } from './compile-condition.ts';

/** What conditions know of a request. */
export interface ConditionInput {
  /** Null if the request has none. */
  readonly object: JsonValue;
  readonly oldObject: JsonValue;
  /** An AdmissionRequest without objects. */
  readonly request: JsonObject;
  readonly resource: AuthorizedResource;
  readonly authorize: Authorize;
}

/** Makes the judge of a webhook's conditions, which are compiled when they are first needed. */
export function conditionsJudge(expressions: readonly string[]): (input: ConditionInput) => ConditionsVerdict {
  let compiled: readonly CompiledCondition[] | undefined;
  return (input) => {
    compiled ??= expressions.map(compileCondition);
    const group = { expressions: compiled, variables: new Map(), budget: CONDITIONS_BUDGET };
    // Webhooks' conditions do not get the namespace.
    const steps = judgeConditions(group, { ...input, namespaceObject: null, params: null });
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  };
}
