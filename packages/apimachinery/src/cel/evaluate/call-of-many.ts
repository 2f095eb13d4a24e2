import { type CallCost, isCostOfResult } from '../library/runtime-cost.ts';
import { type CelValue, isError } from '../values/value.ts';
import { charge, type Step } from './frame.ts';

/** A call that stops at the first argument that is an error, and is free unless that is the last. */
export function callOfMany(
  args: readonly Step[],
  call: (values: readonly CelValue[]) => CelValue,
  cost: CallCost,
): Step {
  const isLater = isCostOfResult(cost);
  return (frame) => {
    const values: CelValue[] = [];
    let error: CelValue | undefined;
    for (const arg of args) {
      const value = arg(frame);
      values.push(value);
      if (!isError(value)) continue;
      if (values.length < args.length) return value;
      error = value;
    }
    if (!isLater) charge(frame, cost(values[0] ?? null, values[1] ?? null, null));
    const result = error ?? call(values);
    if (isLater) charge(frame, cost(values[0] ?? null, values[1] ?? null, result));
    return result;
  };
}
