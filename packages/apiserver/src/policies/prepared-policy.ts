import type { JsonObject } from '@kb/apimachinery';
import type * as Cel from '@kb/apimachinery/cel';
import { celModule, loadCel } from '../cel-module.ts';
import { inTurns, type LoopTurns } from '../loop-turns.ts';
import { objectsIn, own, stringOf } from '../objects/api-object.ts';

/** A policy whose expressions are compiled when they are first needed, in turns of the event loop. */
export interface PreparedPolicy<C> {
  readonly spec: JsonObject;
  readonly compiled: () => Promise<C>;
}

/** Prepares a policy. `compile` is called once, after CEL was loaded. */
export function preparePolicy<C>(
  spec: JsonObject,
  turns: Pick<LoopTurns, 'beforeStep'>,
  compile: (cel: typeof Cel, spec: JsonObject) => Iterator<void, C>,
): PreparedPolicy<C> {
  let compiled: Promise<C> | undefined;
  return {
    spec,
    compiled: () => (compiled ??= Promise.resolve(loadCel()).then(() => inTurns(compile(celModule(), spec), turns))),
  };
}

/** The expressions that both types of policies have. */
export function commonExpressions(spec: JsonObject): Cel.PolicyExpressions {
  return {
    hasParams: (own(spec, 'paramKind') ?? null) !== null,
    variables: objectsIn(spec.variables).map(({ name, expression }) => ({
      name: stringOf(name),
      expression: stringOf(expression),
    })),
    matchConditions: objectsIn(spec.matchConditions).map(({ expression }) => stringOf(expression)),
  };
}
