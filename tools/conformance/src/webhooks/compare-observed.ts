import type { Failure, SuiteResult } from '../suite.ts';
import type { Observed } from './observed.ts';

/** Compares what was seen with what was kept: each answer, each review. */
export function compareObserved(program: string, seen: Observed, kept: Observed): SuiteResult {
  const failures: Failure[] = [];
  const compare = (name: string, [real, ours]: readonly [unknown, unknown]): void => {
    const texts = [JSON.stringify(real) ?? 'nothing', JSON.stringify(ours) ?? 'nothing'] as const;
    if (texts[0] === texts[1]) return;
    const from = Math.max(0, firstDifference(...texts) - SHOWN / 2);
    const [theirs, here] = texts.map((text) => text.slice(from, from + SHOWN));
    failures.push({
      name: `${program}: ${name}`,
      message: `kube-apiserver: ${theirs ?? ''}\nhere:           ${here ?? ''}`,
    });
  };
  const lists = [
    ['answer', kept.answers, seen.answers],
    ['admission review', kept.admission, seen.admission],
  ] as const;
  let total = 0;
  for (const [name, real, ours] of lists) {
    const length = Math.max(real.length, ours.length);
    for (let index = 0; index < length; index += 1) compare(`${name} ${index}`, [real[index], ours[index]]);
    total += length;
  }
  // kube-apiserver converts more, for its caches.
  for (const review of seen.conversions) {
    if (!kept.conversions.includes(review)) compare('conversion review', [nearest(review, kept.conversions), review]);
  }
  total += seen.conversions.length;
  return { total, failures };
}

/** How much of two texts that differ is shown. */
const SHOWN = 400;

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
}

/** The text that shares most of its beginning with another. */
function nearest(text: string, others: readonly string[]): string | undefined {
  return others.toSorted((a, b) => firstDifference(text, b) - firstDifference(text, a))[0];
}
