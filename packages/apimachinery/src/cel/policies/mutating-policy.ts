import type { JsonObject, JsonValue } from '../../json.ts';
import { type CelValue, isKind } from '../values/value.ts';
import { type CompiledExpression, createPolicyCompiler } from './compile-policy.ts';
import { evaluateInSteps, type ExpressionGroup, POLICY_BUDGET, type PolicyInput } from './evaluate-policy.ts';
import { judgeConditions } from './match-conditions.ts';
import { jsonOfMade, nativeJson, NativeError, wrongTypeNames } from './native-value.ts';
import { isMadeObject, type MadeObject } from './patch-types.ts';
import type { ConditionsVerdict } from './match-conditions.ts';
import type { PolicyExpressions } from './validating-policy.ts';

/** One change of a mutating policy. */
export interface PolicyMutation {
  readonly type: 'ApplyConfiguration' | 'JSONPatch';
  readonly expression: string;
}

/** The expressions of a mutating policy. */
export interface MutatingPolicySpec extends PolicyExpressions {
  readonly mutations: readonly PolicyMutation[];
}

/** What a mutation does to the object; or the error of its expression. */
export type MutationEffect =
  | { readonly type: 'ApplyConfiguration'; readonly configuration: JsonObject }
  | { readonly type: 'JSONPatch'; readonly operations: readonly JsonObject[] }
  | { readonly type: 'error'; readonly error: string };

/** A policy that is ready to change objects. */
export interface MutatingPolicy {
  /** Whether it has match conditions. */
  readonly hasConditions: boolean;
  /** Decides in steps whether it changes the object of a request. */
  readonly meetsConditions: (input: PolicyInput) => Iterator<void, ConditionsVerdict>;
  /** Its mutations, in their order: each evaluates its expression for the object that the one before has left. */
  readonly mutations: readonly ((input: PolicyInput) => Iterator<void, MutationEffect>)[];
}

/** Compiles a mutating policy in steps. */
export function* compileMutatingPolicy(spec: MutatingPolicySpec): Generator<void, MutatingPolicy> {
  const compiler = createPolicyCompiler({ hasParams: spec.hasParams, hasVariables: true });
  for (const variable of spec.variables) {
    compiler.addVariable(variable);
    yield;
  }
  const group = (expressions: readonly CompiledExpression[]): ExpressionGroup => ({
    expressions,
    variables: compiler.variables,
    budget: POLICY_BUDGET,
  });
  const conditions: CompiledExpression[] = [];
  for (const condition of spec.matchConditions) {
    conditions.push(compiler.compile(condition, 'condition'));
    yield;
  }
  const mutations: MutatingPolicy['mutations'][number][] = [];
  for (const { type, expression } of spec.mutations) {
    const compiled = compiler.compile(expression, type === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration');
    mutations.push((input) => evaluateMutation(type, compiled, group([compiled]), input));
    yield;
  }
  const forConditions = group(conditions);
  return {
    hasConditions: conditions.length > 0,
    meetsConditions: (input) => judgeConditions(forConditions, input),
    mutations,
  };
}

function* evaluateMutation(
  type: PolicyMutation['type'],
  { error }: CompiledExpression,
  group: ExpressionGroup,
  input: PolicyInput,
): Generator<void, MutationEffect> {
  if (error !== undefined) return { type: 'error', error };
  const { results, stopped } = yield* evaluateInSteps(group, input);
  const [result] = results ?? [];
  if (result?.error !== undefined || result === undefined)
    return { type: 'error', error: stopped ?? result?.error ?? '' };
  try {
    return type === 'JSONPatch' ? patchOf(result.value) : configurationOf(result.value);
  } catch (problem) {
    if (!(problem instanceof NativeError)) throw problem;
    return { type: 'error', error: problem.message };
  }
}

function configurationOf(value: CelValue): MutationEffect {
  if (!isMadeObject(value)) throw new NativeError('unsupported return type from ApplyConfiguration expression');
  refuseWrongNames(value);
  return { type: 'ApplyConfiguration', configuration: jsonOfMade(value) };
}

/** An object inside of another must have the type of its field, which the type checker does not see. */
function refuseWrongNames(value: MadeObject): void {
  const problems = wrongTypeNames(value);
  if (problems.length > 0) throw new NativeError(`type mismatch: ${problems.join('\n')}`);
}

function patchOf(value: CelValue): MutationEffect {
  if (!isKind(value, 'list')) throw new NativeError('type mismatch: JSONPatchType.expression should evaluate to array');
  const operations: JsonObject[] = [];
  for (let index = 0; index < value.size; index += 1) operations.push(operationOf(value.get(index)));
  return { type: 'JSONPatch', operations };
}

function operationOf(value: CelValue): JsonObject {
  if (!isMadeObject(value))
    throw new NativeError('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch');
  const text = (name: string): string => {
    const field = value.fields.get(name);
    return typeof field === 'string' ? field : '';
  };
  const given = value.fields.get('value');
  const from = text('from');
  return { op: text('op'), path: text('path'), ...(from !== '' && { from }), ...valuePart(given) };
}

function valuePart(given: CelValue | undefined): { value?: JsonValue } {
  if (given === undefined) return {};
  if (isMadeObject(given)) refuseWrongNames(given);
  return { value: nativeJson(given) };
}
