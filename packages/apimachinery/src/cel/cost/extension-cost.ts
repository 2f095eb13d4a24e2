import {
  type Argument,
  argumentSize,
  type CallEstimate,
  type EstimateCall,
  integerOf,
  PER_CHARACTER,
} from './argument.ts';
import { add, type Bounds, exactly, multiply, exactlyOne, scale, unknownBounds, wrap } from './bounds.ts';

/** What a call costs that cel-go's extensions for lists and sets have estimates for. */
export const estimateExtension: EstimateCall = (estimation, call) => extensions.get(call.overload)?.(estimation, call);

/** What a new list costs. */
const CREATION = exactly(11);

function creation(factor: number, size: Bounds): CallEstimate {
  return { cost: add(scale(size, factor), CREATION), size };
}

/** A whole number that the text may say; negative ones count as 0. */
function wholeNumber(argument: Argument, otherwise: bigint): bigint {
  const value = integerOf(argument) ?? otherwise;
  return value < 0n ? 0n : value;
}

const slice: EstimateCall = (estimation, { target, args: [start, end] }) => {
  if (target === undefined || start === undefined || end === undefined) return undefined;
  const { max } = argumentSize(estimation, target);
  return creation(1, exactly(wrap(wholeNumber(end, max) - wholeNumber(start, 0n))));
};

const range: EstimateCall = (_, { args: [count] }) =>
  count && creation(1, exactly(wholeNumber(count, unknownBounds.max)));

const reverse: EstimateCall = (estimation, { target }) => target && creation(1, argumentSize(estimation, target));

const flatten: EstimateCall = (estimation, { target, args: [depth] }) => {
  if (target === undefined) return undefined;
  const factor = depth === undefined ? 1 : Number(wholeNumber(depth, unknownBounds.max));
  return creation(factor, argumentSize(estimation, target));
};

/** Each element is compared with each. */
function comparing(factor: number, which: 'target' | 'keys'): EstimateCall {
  return (estimation, { target, args: [keys] }) => {
    const compared = which === 'target' ? target : keys;
    if (compared === undefined) return undefined;
    const size = argumentSize(estimation, compared);
    return creation(factor, multiply(size, size));
  };
}

function ofSets(factor: number): EstimateCall {
  return (estimation, { args: [one, other] }) => {
    if (one === undefined || other === undefined) return undefined;
    const pairs = multiply(argumentSize(estimation, one), argumentSize(estimation, other));
    return { cost: add(scale(pairs, factor), exactlyOne) };
  };
}

const sortable = ['int', 'uint', 'double', 'bool', 'google.protobuf.Duration', 'google.protobuf.Timestamp'];

function sorting(type: string, factor: number): [string, EstimateCall][] {
  return [
    [`list_${type}_sort`, comparing(factor, 'target')],
    [`list_${type}_sortByAssociatedKeys`, comparing(factor, 'keys')],
  ];
}

/** By the id of the overload. */
const extensions: ReadonlyMap<string, EstimateCall> = new Map([
  ['list_slice', slice],
  ['list_flatten', flatten],
  ['list_flatten_int', flatten],
  ['lists_range', range],
  ['list_reverse', reverse],
  ['list_distinct', comparing(2, 'target')],
  ...sortable.flatMap((type) => sorting(type, 2)),
  ...['string', 'bytes'].flatMap((type) => sorting(type, 2 + PER_CHARACTER)),
  ['list_sets_contains_list', ofSets(1)],
  ['list_sets_intersects_list', ofSets(1)],
  ['list_sets_equivalent_list', ofSets(2)],
]);
