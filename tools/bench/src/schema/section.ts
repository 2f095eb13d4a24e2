import { type Figure, median } from '../bench.ts';
import { formatValue } from '../chart/format-value.ts';
import { type Comparison, figuresOf, ratioOf } from '../comparison.ts';

/** A part of the results. */
export interface Section {
  readonly title: string;
  /** What ours is compared with; undefined where there are only figures. */
  readonly other?: string;
  readonly comparisons: readonly Comparison[];
  readonly figures: readonly Figure[];
}

/** All figures of a section. */
export function figuresIn({ other = '', comparisons, figures }: Section): Figure[] {
  return [...comparisons.flatMap((comparison) => figuresOf(comparison, other)), ...figures];
}

/** A section as a table of a page. */
export function sectionTable({ title, other, comparisons, figures }: Section): string {
  const rows = [
    ...comparisons.map((comparison) => {
      const theirs = median(comparison.other);
      const ratio = ratioOf(comparison);
      return [
        comparison.name,
        formatValue(median(comparison.ours), comparison.unit),
        Number.isNaN(theirs) ? '' : formatValue(theirs, comparison.unit),
        Number.isNaN(ratio) ? '' : ratio.toFixed(2),
        Number.isNaN(ratio) ? '' : verdict(comparison.goal, ratio),
      ];
    }),
    ...figures.map((figure) => {
      const value = median(figure.values);
      const cells = [`\`${figure.name}\``, formatValue(value, figure.unit)];
      return [...cells, ...(other === undefined ? [] : ['', '']), verdict(figure, value)];
    }),
  ];
  const head = other === undefined ? ['', 'ours', 'goal'] : ['', 'ours', other, 'ratio', 'goal'];
  // A rule may have `||` in it.
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))];
  return `## ${title}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function verdict(goal: Pick<Figure, 'goal' | 'floor'> | undefined, value: number): string {
  const said = (isMet: boolean): string => (isMet ? 'met' : '**missed**');
  if (goal?.goal !== undefined) return `at most ${goal.goal}, ${said(value <= goal.goal)}`;
  return goal?.floor === undefined ? '' : `at least ${goal.floor}, ${said(value >= goal.floor)}`;
}
