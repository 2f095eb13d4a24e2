import type { JsonObject, JsonValue } from '../../json.ts';
import {
  type Authorize,
  type AuthorizedResource,
  authorizerValue,
  resourceAuthorizerValue,
} from '../library/kubernetes/authorizer.ts';
import { type CelValue, isError } from '../values/value.ts';
import { dynamicView } from '../views/dynamic-view.ts';
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

/** Whether all conditions are true; or why that is not known. */
export type ConditionsVerdict =
  { readonly matches: boolean; readonly error?: never } | { readonly matches?: never; readonly error: string };

/** What one condition may cost, and all conditions of a webhook together. */
const CALL_LIMIT = 1_000_000;
const BUDGET = 2_500_000;
/** The nanoseconds of work that they may take together, besides what has a cost. kube-apiserver has no such limit. */
const WORK_LIMIT = 500_000_000;

/** Makes the judge of a webhook's conditions, which are compiled when they are first needed. */
export function conditionsJudge(expressions: readonly string[]): (input: ConditionInput) => ConditionsVerdict {
  let compiled: readonly CompiledCondition[] | undefined;
  return (input) => judge(expressions, (compiled ??= expressions.map(compileCondition)), valuesOf(input));
}

function valuesOf({ object, oldObject, request, resource, authorize }: ConditionInput): CelValue[] {
  return [
    dynamicView(object),
    dynamicView(oldObject),
    // Webhooks' conditions do not get the namespace.
    null,
    dynamicView(request),
    authorizerValue(authorize),
    resourceAuthorizerValue(authorize, resource),
  ];
}

/** Evaluates all conditions: one that is false decides, also after an error. */
function judge(
  expressions: readonly string[],
  compiled: readonly CompiledCondition[],
  values: readonly CelValue[],
): ConditionsVerdict {
  const errors = new Set<string>();
  let hasFailed = false;
  let budget = BUDGET;
  let workLeft = WORK_LIMIT;
  for (const [index, { program, error }] of compiled.entries()) {
    if (program === undefined) {
      errors.add(`compilation error: ${error}`);
      continue;
    }
    const { value, cost, work } = program.run(values, CALL_LIMIT);
    budget -= cost;
    workLeft -= work;
    if (budget < 0 || workLeft < 0)
      return { error: 'validation failed due to running out of cost budget, no further validation rules will be run' };
    if (isError(value)) errors.add(`expression '${expressions[index] ?? ''}' resulted in error: ${value.message}`);
    else if (value === false) hasFailed = true;
  }
  if (hasFailed) return { matches: false };
  if (errors.size === 0) return { matches: true };
  const [first = ''] = errors;
  return { error: errors.size === 1 ? first : `[${[...errors].join(', ')}]` };
}
