import type { CelValue } from '../values/value.ts';
import { CostLimitError, workLeft } from '../values/work.ts';

/** The state of one evaluation. */
export interface Frame {
  /** The variables; undefined: an accumulator that was not used yet. */
  readonly slots: (CelValue | undefined)[];
  cost: number;
  /** The last part of the cost: of a call that was begun, or of a step that was done. */
  last: number;
  readonly limit: number;
  /** Of an evaluation in pieces: where the current one ends. */
  piece?: { readonly cost: number; readonly workLeft: number };
}

/** The cost of a piece: one or two milliseconds of evaluation. */
const PIECE_COST = 10_000;
/** The nanoseconds of work of a piece, besides. */
const PIECE_WORK = 2_000_000;

/** Begins a piece of an evaluation. */
export function beginPiece(frame: Frame): void {
  frame.piece = { cost: frame.cost + PIECE_COST, workLeft: workLeft() - PIECE_WORK };
}

/** Whether others should go on before the next turn of a loop. */
export function isPieceOver({ cost, piece }: Frame): boolean {
  return piece !== undefined && (cost >= piece.cost || workLeft() < piece.workLeft);
}

/** A step of an evaluation. It does not throw, except to end the evaluation. */
export type Step = (frame: Frame) => CelValue;

/** A step that is evaluated in pieces, with the same result and the same cost. */
export type SlowStep = (frame: Frame) => Generator<undefined, CelValue>;

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
