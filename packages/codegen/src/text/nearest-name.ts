/**
 * Returns the name closest to a misspelt one, or undefined if none is close: at most a third of its letters may differ.
 * Ignores case.
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const wanted = text.toLowerCase();
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    const known = name.toLowerCase();
    const limit = Math.max(1, Math.floor(Math.min(wanted.length, known.length) / 3));
    if (Math.abs(wanted.length - known.length) > limit) continue;
    const distance = editDistance(wanted, known);
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/** The edit distance of two strings: the number of letters to add, remove, replace or swap with their neighbour. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
