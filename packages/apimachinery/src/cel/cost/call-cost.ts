import {
  type Argument,
  type Call,
  type CallEstimate,
  type EstimateCall,
  PER_CHARACTER,
  PER_PATTERN_CHARACTER,
} from './argument.ts';
import { add, type Bounds, multiply, exactlyOne, scale, unknownBounds, union, wrap, zero } from './bounds.ts';
import { eitherEntries, entriesOf, type Estimation, keepEntries } from './estimation.ts';
import { estimateExtension } from './extension-cost.ts';
import { estimateKubernetesCall } from './kubernetes-cost.ts';

/** What a call costs with its arguments, taken as one of its overloads. */
export function callCost(estimation: Estimation, call: Call): CallEstimate {
  const own = estimateExtension(estimation, call) ?? estimateKubernetesCall(estimation, call);
  if (own !== undefined) return { ...own, cost: add(own.cost, ...call.argCosts) };
  return standard.get(call.overload)?.(estimation, call) ?? { cost: add(exactlyOne, ...call.argCosts) };
}

const size = ({ size: known }: Argument): Bounds => known ?? unknownBounds;

function traversal(argument: Argument): Bounds {
  return scale(size(argument), PER_CHARACTER);
}

function withArguments(cost: Bounds, { argCosts }: Call, resultSize?: Bounds): CallEstimate {
  return { cost: add(cost, ...argCosts), ...(resultSize !== undefined && { size: resultSize }) };
}

const ofTarget: EstimateCall = (_, call) => call.target && withArguments(traversal(call.target), call);

const ofPart: EstimateCall = (_, call) => {
  const [part] = call.args;
  return part && withArguments(traversal(part), call);
};

/** A conversion, with the size of its result as Go computes it: an overflow wraps around. */
function converting(resultSize: (size: Bounds) => Bounds): EstimateCall {
  return (_, call) => {
    const [argument] = call.args;
    return argument && withArguments(traversal(argument), call, resultSize(size(argument)));
  };
}

const inList: EstimateCall = (_, call) => {
  const [, list] = call.args;
  return list && withArguments(scale(size(list), 1), call);
};

const matches: EstimateCall = (_, call) => {
  const { target, args } = call;
  const [pattern] = args;
  if (target === undefined || pattern === undefined) return undefined;
  const text = scale(add(size(target), exactlyOne), PER_CHARACTER);
  return withArguments(multiply(text, scale(size(pattern), PER_PATTERN_CHARACTER)), call);
};

const contains: EstimateCall = (_, call) => {
  const { target, args } = call;
  const [part] = args;
  if (target === undefined || part === undefined) return undefined;
  return withArguments(multiply(traversal(target), traversal(part)), call);
};

/** The second operand may never be evaluated. */
const logical: EstimateCall = (_, { argCosts: [left = zero, right = zero] }) => ({
  cost: { min: left.min, max: add(left, right).max },
});

const conditional: EstimateCall = (estimation, { expr, args, argCosts }) => {
  const [condition = zero, whenTrue = zero, whenFalse = zero] = argCosts;
  const [, one, other] = args;
  if (one === undefined || other === undefined) return undefined;
  keepEntries(estimation, expr, eitherEntries(entriesOf(estimation, one.expr), entriesOf(estimation, other.expr)));
  return { cost: add(condition, union(whenTrue, whenFalse)), size: union(size(one), size(other)) };
};

/** `+` of two lists or texts. The cost is that of the result. */
function concatenation(costOf: (size: Bounds) => Bounds): EstimateCall {
  return (estimation, call) => {
    const [one, other] = call.args;
    if (one === undefined || other === undefined) return undefined;
    const sum = add(size(one), size(other));
    const entries = eitherEntries(entriesOf(estimation, one.expr), entriesOf(estimation, other.expr));
    keepEntries(estimation, call.expr, entries);
    return withArguments(costOf(sum), call, sum);
  };
}

const joined = concatenation((sum) => scale(sum, PER_CHARACTER));

/** Comparing ends at the latest with the shorter value. */
const comparison: EstimateCall = (_, call) => {
  const [one, other] = call.args;
  if (one === undefined || other === undefined) return undefined;
  const max = size(one).max < size(other).max ? size(one).max : size(other).max;
  return withArguments(scale({ min: max > 0n ? 1n : 0n, max }, PER_CHARACTER), call);
};

/** By the id of the overload. All other calls cost 1. */
const standard: ReadonlyMap<string, EstimateCall> = new Map([
  ['string_format', ofTarget],
  // A character has at most four bytes.
  ['string_to_bytes', converting(({ min, max }) => ({ min, max: wrap(max * 4n) }))],
  ['bytes_to_string', converting(({ min, max }) => ({ min: min / 4n, max }))],
  // Each character may be escaped, and quotes are added.
  ['strings_quote', converting(({ min, max }) => ({ min: wrap(min + 2n), max: wrap(max * 2n + 2n) }))],
  ['starts_with_string', ofPart],
  ['ends_with_string', ofPart],
  ['in_list', inList],
  ['matches_string', matches],
  ['contains_string', contains],
  ['logical_or', logical],
  ['logical_and', logical],
  ['conditional', conditional],
  ['add_string', joined],
  ['add_bytes', joined],
  ['add_list', concatenation(() => exactlyOne)],
  ...['less', 'greater', 'less_equals', 'greater_equals'].flatMap((name): [string, EstimateCall][] => [
    [`${name}_string`, comparison],
    [`${name}_bytes`, comparison],
  ]),
  ['equals', comparison],
  ['not_equals', comparison],
]);
