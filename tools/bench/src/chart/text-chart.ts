import { median } from '../bench.ts';
import { type Comparison, ratioOf } from '../comparison.ts';
import { formatValue } from './format-value.ts';

/** The names of the two sides. */
export interface SideNames {
  readonly ours: string;
  readonly other: string;
}

const WIDTH = 40;

/** Draws bars for a terminal: for each comparison two, as long as the medians; the longer one has the full width. */
export function textChart(comparisons: readonly Comparison[], names: SideNames): string {
  const label = Math.max(names.ours.length, names.other.length);
  return comparisons
    .flatMap((comparison) => {
      const sides = [
        { name: names.ours, value: median(comparison.ours), bar: '█' },
        { name: names.other, value: median(comparison.other), bar: '░' },
      ].filter(({ value }) => !Number.isNaN(value));
      const longest = Math.max(...sides.map(({ value }) => value));
      const ratio = sides.length < 2 ? '' : `  ${ratioOf(comparison).toFixed(2)} x`;
      return [
        `  ${comparison.name}${ratio}`,
        ...sides.map(({ name, value, bar }) => {
          const length = longest > 0 ? Math.max(1, Math.round((value / longest) * WIDTH)) : 0;
          return `    ${name.padEnd(label)} ${bar.repeat(length).padEnd(WIDTH)} ${formatValue(value, comparison.unit)}`;
        }),
      ];
    })
    .join('\n');
}
