import { isTooGeneral } from './too-general.ts';

/** The words of several names. */
type Names = readonly (readonly string[])[];

/**
 * The longest run of last words that two in three names share: `Probe` of `Liveness Probe` and `Readiness Probe`. Words
 * that are too general do not count, unless they are complete names, or `general` is set.
 */
export function endOfMost(
  names: Names,
  { general = false }: { readonly general?: boolean } = {},
): readonly string[] | undefined {
  const ends = new Map<string, { readonly words: readonly string[]; count: number; whole: number }>();
  for (const words of names) {
    for (let start = 0; start < words.length; start++) {
      const end = words.slice(start);
      const key = end.join(' ').toLowerCase();
      const counted = ends.get(key) ?? { words: end, count: 0, whole: 0 };
      counted.count++;
      if (start === 0) counted.whole++;
      ends.set(key, counted);
    }
  }
  let best: { readonly words: readonly string[]; readonly count: number } | undefined;
  for (const end of ends.values()) {
    if (3 * end.count < 2 * names.length || (!general && isTooGeneral(end.words) && end.whole < names.length)) continue;
    if (best === undefined || end.words.length > best.words.length) best = end;
  }
  return best?.words;
}

/** The words that all names end with: `Issuer` of `Issuer` and `Cluster Issuer`. */
export function endOfAll([first = [], ...others]: Names): readonly string[] | undefined {
  for (let start = 0; start < first.length; start++) {
    const end = first.slice(start);
    const isCommon = others.every((words) =>
      end.every((word, index) => words[words.length - end.length + index] === word),
    );
    if (isCommon) return end;
  }
  return undefined;
}

/**
 * The words that all names begin with: `Machine` of `Machine Set` and `Machine Deployment`. One letter is not a word.
 */
export function startOfAll([first = [], ...others]: Names): readonly string[] | undefined {
  for (let end = first.length; first.slice(0, end).join('').length > 1; end--) {
    const start = first.slice(0, end);
    if (others.every((words) => start.every((word, index) => words[index] === word))) return start;
  }
  return undefined;
}
