import { type Figure, median } from './bench.ts';

/** The same figure of ours and of another program, measured in turn. */
export interface Comparison {
  readonly name: string;
  readonly unit: Figure['unit'];
  /** One value a run. */
  readonly ours: readonly number[];
  /** One value a run; none where there is no other program. */
  readonly other: readonly number[];
  /** What the ratio of ours to the other's is to be at most, or at least. */
  readonly goal?: Pick<Figure, 'goal' | 'floor'>;
}

/** Ours to the other's, run by run. */
function ratiosOf({ ours, other }: Comparison): number[] {
  return other.map((value, run) => (ours[run] ?? Number.NaN) / value);
}

/** The middle of the ratios. */
export const ratioOf = (comparison: Comparison): number => median(ratiosOf(comparison));

/** A comparison as figures of a bench: ours, the other's and the ratio. */
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
