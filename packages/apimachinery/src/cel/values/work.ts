/** Ends an evaluation that costs more than its limit, or takes too long. */
export class CostLimitError extends Error {
  override readonly name = 'CostLimitError';

  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/** Ends an evaluation that cel-go does not survive: its own code takes an error for a list. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
  /** Whether this happens in a call, which costs nothing then; otherwise in the count of its costs. */
  readonly isInCall: boolean;

  constructor(problem: string, isInCall: boolean) {
    super(`internal error: ${problem}`);
    this.isInCall = isInCall;
  }
}

/** What Go says of a value of a type that cannot be a key. */
export const unhashable = (type: string): string => `runtime error: hash of unhashable type ${type}`;

/**
 * The nanoseconds of work that one evaluation may take, besides the steps that cel-go counts. cel-go has no such limit:
 * some of its operations cost 1 however large their arguments are, and kube-apiserver gives up after a minute. Here all
 * other requests would wait. Only expressions that repeat such an operation on a large object come near it.
 */
const WORK_LIMIT = 250_000_000;

/** What is left to the evaluation that runs. An evaluation may run inside of another: that of a variable. */
let left = Infinity;

/**
 * Begins the work of an evaluation, or continues it after `spent` nanoseconds. Returns what {@link endWork} must get,
 * which ends or interrupts it.
 */
export function beginWork(spent = 0): number {
  const outer = left;
  left = Math.min(outer, WORK_LIMIT) - spent;
  return outer;
}

/** Ends the work of an evaluation, and returns the nanoseconds that it took since its beginning, about. */
export function endWork(outer: number): number {
  const spent = Math.min(outer, WORK_LIMIT) - left;
  left = outer - spent;
  return spent;
}

/** The nanoseconds of work that are left to the evaluation. */
export function workLeft(): number {
  return left;
}

/** Says that about so many nanoseconds of work follow. Throws a {@link CostLimitError} if they are too many. */
export function spend(nanoseconds: number): void {
  left -= nanoseconds;
  if (left < 0) throw new CostLimitError();
}
