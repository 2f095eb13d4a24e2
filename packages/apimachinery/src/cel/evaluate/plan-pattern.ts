import { costOfCall } from '../library/runtime-cost.ts';
import { compileFinder, PatternError } from '../../pattern/compile-pattern.ts';
import { spendMatching } from '../library/kubernetes/regex.ts';
import { listOf } from '../values/list.ts';
import { type CelValue, celError, isInt, noSuchOverload } from '../values/value.ts';
import { callOfMany } from './call-of-many.ts';
import { type Planned, PlanError, stepOf } from './planned.ts';

/** Plans `text.matches('a+')` and the like: the expression is compiled once. Undefined if it is another call. */
export function planPattern(name: string, overload: string | undefined, args: readonly Planned[]): Planned | undefined {
  const [, pattern] = args;
  if (!/^(?:matches|find|findAll)$/.test(name) || pattern?.kind !== 'constant' || typeof pattern.value !== 'string')
    return undefined;
  const finder = compile(pattern.value);
  const call = ([text = null, , count = -1]: readonly CelValue[]): CelValue => {
    if (typeof text !== 'string') return noSuchOverload(text);
    spendMatching(finder, text);
    if (name === 'matches') return finder.matches(text);
    if (name === 'find') return finder.findAll(text, 1)[0] ?? '';
    return isInt(count) ? listOf(finder.findAll(text, Number(count))) : noSuchOverload(count);
  };
  return { kind: 'step', run: callOfMany(args.map(stepOf), call, costOfCall(name, overload)) };
}

function compile(pattern: string): ReturnType<typeof compileFinder> {
  try {
    return compileFinder(pattern);
  } catch (error) {
    if (error instanceof PatternError) throw new PlanError(celError(error.message));
    throw error;
  }
}
