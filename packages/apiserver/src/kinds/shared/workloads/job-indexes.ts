/** An interval of indexes of a Job, both ends included. */
interface IndexInterval {
  readonly first: number;
  readonly last: number;
}

/** Reads an interval such as `3-5` of a Job with `completions` indexes. Returns the reason if it is not valid. */
function parseInterval(text: string, completions: number): IndexInterval | string {
  const ends = text.split('-');
  if (ends.length > 2)
    return `the fragment ${JSON.stringify(text)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  const numbers: number[] = [];
  for (const end of ends) {
    if (!/^\+?0*\d{1,15}$/.test(end)) return `cannot convert string to integer for index: ${JSON.stringify(end)}`;
    const index = Number(end);
    if (index >= completions) return `too large index: ${JSON.stringify(end)}`;
    numbers.push(index);
  }
  const [first = 0, last = first] = numbers;
  if (ends.length === 2 && first >= last) return outOfOrder(first, last);
  return { first, last };
}

const outOfOrder = (previous: number, current: number): string =>
  `non-increasing order, previous: ${previous}, current: ${current}`;

/**
 * Counts the indexes of a text such as `0,2-4`, whose intervals must be in order. Returns the reason if it is not
 * valid.
 */
export function countIndexes(text: string, completions: number): number | string {
  if (text === '') return 0;
  let previous = -1;
  let count = 0;
  for (const part of text.split(',')) {
    const interval = parseInterval(part, completions);
    if (typeof interval === 'string') return interval;
    const { first, last } = interval;
    if (previous >= first) return outOfOrder(previous, first);
    count += last - first + 1;
    previous = last;
  }
  return count;
}

/** Returns the first index that is in both texts; intervals that are not valid are passed over. */
export function sharedIndex(one: string, other: string, completions: number): number | undefined {
  const [left, right] = [one, other].map((text) =>
    text.split(',').flatMap((part) => {
      const interval = parseInterval(part, completions);
      return typeof interval === 'string' ? [] : [interval];
    }),
  ) as [IndexInterval[], IndexInterval[]];
  let place = 0;
  for (const { first, last } of left) {
    for (; place < right.length; place += 1) {
      const interval = right[place];
      if (interval === undefined || interval.first > last) break;
      if (interval.last >= first) return Math.max(first, interval.first);
    }
  }
  return undefined;
}
