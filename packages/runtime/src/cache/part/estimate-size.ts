/** How many objects are in the sample. */
const SAMPLE_SIZE = 64;

/**
 * Estimates how many bytes a JSON value takes on the heap of V8: objects, the strings in them, bigints, and numbers
 * that are not small integers. What several values share counts for each of them.
 */
export function estimateSize(value: unknown): number {
  let bytes = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') bytes += 16 + next.length;
    else if (typeof next === 'bigint') bytes += 24;
    else if (typeof next === 'number') bytes += Number.isSafeInteger(next) && Math.abs(next) < 2 ** 30 ? 0 : 16;
    else if (next !== null && typeof next === 'object') {
      const children: unknown[] = Object.values(next);
      // A header, and a pointer for each child. Names are shared by all objects of one shape.
      bytes += 24 + 8 * children.length;
      for (const child of children) open.push(child);
    }
  }
  return bytes;
}

/** Estimates how many bytes `count` values take, from a sample that is spread evenly. */
export function estimateTotalSize(values: Iterable<unknown>, count: number): number {
  if (count === 0) return 0;
  const stride = Math.max(1, Math.floor(count / SAMPLE_SIZE));
  let position = 0;
  let looked = 0;
  let bytes = 0;
  for (const value of values) {
    if (position % stride === 0) {
      looked += 1;
      bytes += estimateSize(value);
    }
    position += 1;
  }
  return looked === 0 ? 0 : Math.round((bytes / looked) * count);
}
