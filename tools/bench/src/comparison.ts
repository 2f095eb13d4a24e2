import { type Figure, median } from './bench.ts';

/** One figure, measured alternately for our program and for another one. */
export interface Comparison {
  readonly name: string;
  readonly unit: Figure['unit'];
  /** One value per run. */
  readonly ours: readonly number[];
  /** One value per run; empty if the other program is not available. */
  readonly other: readonly number[];
  /** The upper or lower limit of the ratio of ours to the other's. */
  readonly goal?: Pick<Figure, 'goal' | 'floor'>;
}

/** Returns the ratios of ours to the other's, one per run. */
function ratiosOf({ ours, other }: Comparison): number[] {
  return other.map((value, run) => (ours[run] ?? Number.NaN) / value);
}

/** Returns the median of the ratios. */
export const ratioOf = (comparison: Comparison): number => median(ratiosOf(comparison));

/** Converts a comparison to figures of a benchmark: ours, the other's and the ratio. */
export function figuresOf(comparison: Comparison, otherName: string): Figure[] {
  const { name, unit, ours, other, goal } = comparison;
  const figures: Figure[] = [{ name: `${name}, ours`, unit, values: ours }];
  if (other.length === 0) return figures;
  return [
    ...figures,
    { name: `${name}, ${otherName}`, unit, values: other },
    { name: `${name}, ours : ${otherName}`, unit: 'x', values: ratiosOf(comparison), ...goal },
  ];
}
