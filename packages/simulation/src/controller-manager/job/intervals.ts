/** The first and the last index of an interval, both included. */
export type Interval = readonly [first: number, last: number];

/** A set of indexes: intervals in order, with a gap between each two. */
export type Intervals = readonly Interval[];

/**
 * Reads a set of indexes below `completions` from its text, such as `0,2-4`. Parts of another form are ignored, as in
 * Kubernetes.
 */
export function parseIntervals(text: string, completions: number): Intervals {
  const intervals: Interval[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const match = /^\+?(\d{1,10})(?:-\+?(\d{1,10}))?$/.exec(part);
    if (match === null) continue;
    const first = Number(match[1]);
    if (first >= completions) break;
    const last = Math.min(Number(match[2] ?? match[1]), completions - 1);
    const before = intervals.at(-1);
    if (before !== undefined && before[1] === first - 1) intervals.splice(-1, 1, [before[0], last]);
    else intervals.push([first, last]);
  }
  return intervals;
}

/** Writes a set of indexes in the form of a Job's status: `0,2-4`. */
export const formatIntervals = (intervals: Intervals): string =>
  intervals
    .map(([first, last]) => {
      if (first === last) return String(first);
      return last === first + 1 ? `${first},${last}` : `${first}-${last}`;
    })
    .join(',');

/** Unites sets of indexes. */
export function uniteIntervals(...sets: readonly Intervals[]): Intervals {
  const result: [number, number][] = [];
  for (const [first, last] of sets.flat().toSorted(([a], [b]) => a - b)) {
    const before = result.at(-1);
    if (before === undefined || first > before[1] + 1) result.push([first, last]);
    else before[1] = Math.max(before[1], last);
  }
  return result;
}

/** The intervals of single indexes, in any order. */
export const intervalsOf = (indexes: Iterable<number>): Intervals =>
  uniteIntervals([...indexes].map((index): Interval => [index, index]));

/** The number of indexes. */
export const countIndexes = (intervals: Intervals): number =>
  intervals.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** Whether an index is in the set. Takes logarithmic time. */
export function hasIndex(intervals: Intervals, index: number): boolean {
  let [low, high] = [0, intervals.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle]?.[1] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  const found = intervals[low];
  return found !== undefined && found[0] <= index;
}

/** The number of indexes that two sets share. */
export function countShared(a: Intervals, b: Intervals): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [[firstA, lastA], [firstB, lastB]] = [a[i] ?? [0, -1], b[j] ?? [0, -1]];
    shared += Math.max(0, Math.min(lastA, lastB) - Math.max(firstA, firstB) + 1);
    if (lastA <= lastB) i += 1;
    if (lastB <= lastA) j += 1;
  }
  return shared;
}

/** The first `count` indexes below `completions` that are not in the set. */
export function firstMissing(intervals: Intervals, count: number, completions: number): number[] {
  const missing: number[] = [];
  let candidate = 0;
  for (const [first, last] of [...intervals, [completions, completions] as const]) {
    for (; candidate < Math.min(first, completions) && missing.length < count; candidate += 1) missing.push(candidate);
    candidate = Math.max(candidate, last + 1);
  }
  return missing;
}
