import type { JsonObject, JsonValue } from '../../json.ts';
import { quoteString } from '../../codec/go-format.ts';
import {
  type Authorize,
  type AuthorizedResource,
  authorizerValue,
  resourceAuthorizerValue,
} from '../library/kubernetes/authorizer.ts';
import { unescapeName } from '../schema-types/escape-name.ts';
import { type CelMap, type CelValue, celError, isError, noSuchOverload } from '../values/value.ts';
import { dynamicView } from '../views/dynamic-view.ts';
import type { CompiledExpression } from './compile-policy.ts';

/** What the expressions of a policy know of a request. */
export interface PolicyInput {
  /** Null if the request has none. */
  readonly object: JsonValue;
  readonly oldObject: JsonValue;
  /** Null outside of a namespace, and in match conditions. */
  readonly namespaceObject: JsonValue;
  /** An AdmissionRequest without objects. */
  readonly request: JsonObject;
  readonly params: JsonValue;
  /** The resource of the request. */
  readonly resource: AuthorizedResource;
  readonly authorize: Authorize;
}

/** What one evaluation of an expression or of a variable may cost. */
const CALL_LIMIT = 1_000_000;
/** What all expressions of one part of a policy may cost together. */
export const POLICY_BUDGET = 10_000_000;
/** What all match conditions may cost together. */
export const CONDITIONS_BUDGET = 2_500_000;
/**
 * The nanoseconds of work that the expressions of one part of a policy may take together, besides what has a cost.
 * kube-apiserver has no such limit.
 */
const WORK_LIMIT = 500_000_000;

/** The value of an expression, or why there is none. Undefined: the policy has no expression there. */
export type Evaluation =
  { readonly value: CelValue; readonly error?: never } | { readonly value?: never; readonly error: string } | undefined;

/** The values of several expressions. */
export type Evaluations =
  /** `left`: what is left of the budget. */
  | { readonly results: readonly Evaluation[]; readonly left: number; readonly stopped?: never }
  /** They cost too much together. */
  | { readonly results?: never; readonly stopped: string };

const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';

/** Expressions that are evaluated together, with what they may use. */
export interface ExpressionGroup {
  readonly expressions: readonly (CompiledExpression | undefined)[];
  readonly variables: ReadonlyMap<string, CompiledExpression>;
  /** What they may cost together. */
  readonly budget: number;
  /** Whether they may ask the authorizer. Default: true. */
  readonly hasAuthorizer?: boolean;
}

/** Evaluates expressions one after another, in steps. Variables are evaluated when they are first used. */
export function* evaluateInSteps(
  { expressions, variables, budget, hasAuthorizer = true }: ExpressionGroup,
  input: PolicyInput,
): Generator<void, Evaluations> {
  if (expressions.every((expression) => expression === undefined))
    return { results: expressions.map(() => undefined), left: budget };
  const lazy = new LazyVariables(variables);
  const values = valuesOf(input, lazy, hasAuthorizer);
  lazy.values = values;
  const results: Evaluation[] = [];
  let left = budget;
  let workLeft = WORK_LIMIT;
  for (const expression of expressions) {
    if (expression === undefined) {
      results.push(undefined);
      continue;
    }
    const { text, program, error } = expression;
    if (program === undefined) {
      results.push({ error: `compilation error: ${error}` });
      continue;
    }
    const { value, cost, work } =
      program.runInPieces === undefined
        ? program.run(values, CALL_LIMIT)
        : yield* program.runInPieces(values, CALL_LIMIT);
    left -= lazy.takeCost() + cost;
    workLeft -= work;
    if (left < 0 || workLeft < 0) return { stopped: OUT_OF_BUDGET };
    results.push(isError(value) ? { error: `expression '${text}' resulted in error: ${value.message}` } : { value });
    yield;
  }
  return { results, left };
}

/** The values of the variables of `policyVariables`; undefined: there is no such variable. */
function valuesOf(
  { object, oldObject, namespaceObject, request, params, resource, authorize }: PolicyInput,
  variables: CelMap,
  hasAuthorizer: boolean,
): (CelValue | undefined)[] {
  return [
    dynamicView(object),
    dynamicView(oldObject),
    dynamicView(namespaceObject),
    dynamicView(request),
    hasAuthorizer ? authorizerValue(authorize) : undefined,
    hasAuthorizer ? resourceAuthorizerValue(authorize, resource) : undefined,
    dynamicView(params),
    variables,
  ];
}

/** The variables of a policy for one request: each is evaluated when it is first used. */
class LazyVariables implements CelMap {
  readonly kind = 'map';
  /** What their expressions get: themselves, too. */
  values: readonly (CelValue | undefined)[] = [];
  private readonly compiled: ReadonlyMap<string, CompiledExpression>;
  private readonly known = new Map<string, CelValue>();
  private cost = 0;

  constructor(compiled: ReadonlyMap<string, CompiledExpression>) {
    this.compiled = compiled;
  }

  /** What they have cost since the last call. */
  takeCost(): number {
    const { cost } = this;
    this.cost = 0;
    return cost;
  }

  get size(): number {
    return this.compiled.size;
  }

  find(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return noSuchOverload(key);
    const name = unescapeName(key);
    const expression = name === undefined ? undefined : this.compiled.get(name);
    if (name === undefined || expression === undefined) return undefined;
    const before = this.known.get(name);
    if (before !== undefined) return before;
    const value = this.evaluate(name, expression);
    this.known.set(name, value);
    return value;
  }

  private evaluate(name: string, { program, error }: CompiledExpression): CelValue {
    const variable = `composited variable ${quoteString(name)}`;
    if (program === undefined) return celError(`${variable} fails to compile: ${error}`);
    const { value, cost } = program.run(this.values, CALL_LIMIT);
    this.cost += cost;
    return isError(value) ? celError(`${variable} fails to evaluate: ${value.message}`) : value;
  }

  keys(): readonly CelValue[] {
    return [...this.compiled.keys()];
  }

  equals(other: CelValue): boolean {
    return other === this;
  }
}
