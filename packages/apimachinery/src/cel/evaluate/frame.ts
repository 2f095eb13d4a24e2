import type { CelValue } from '../values/value.ts';
import { CostLimitError } from '../values/work.ts';

/** The state of one evaluation. */
export interface Frame {
  /** The variables; undefined: an accumulator that was not used yet. */
  readonly slots: (CelValue | undefined)[];
  cost: number;
  /** The last part of the cost: of a call that was begun, or of a step that was done. */
  last: number;
  readonly limit: number;
}

/** A step of an evaluation. It does not throw, except to end the evaluation. */
export type Step = (frame: Frame) => CelValue;

/**
 * Adds the cost of a step that was done. Throws a {@link CostLimitError}. A cost may be negative, such as that of a
 * list flattened to a negative depth: less than nothing is more than any limit, as in Go's integers without a sign.
 */
export function charge(frame: Frame, cost: number): void {
  frame.cost += cost;
  frame.last = cost;
  if (frame.cost < 0) frame.cost += 2 ** 64;
  if (frame.cost > frame.limit) throw new CostLimitError();
}
