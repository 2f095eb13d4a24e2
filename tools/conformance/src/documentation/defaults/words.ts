/** Milliseconds as the page writes them: `10 h`, `2 min`, `30 s`, `5 ms`. */
export function duration(ms: number): string {
  for (const [unit, length] of units) if (ms >= length && ms % length === 0) return `${ms / length} ${unit}`;
  return `${ms} ms`;
}

const units = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/**
 * The least whole number for which something holds, from `low` (for which it does not) to `high` (for which it does).
 */
export function least(low: number, high: number, holds: (value: number) => boolean): number {
  if (holds(low) || !holds(high)) throw new RangeError(`the answer is not between ${low} and ${high}`);
  let [no, yes] = [low, high];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

/**
 * The word for an option without a default; its type checks that it is optional.
 */
export const NONE = 'none';
