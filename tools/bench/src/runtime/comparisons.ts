import type { Comparison } from '../comparison.ts';
import { figureNames, type Measured } from './measure-operator.ts';
import type { RuntimeSizes } from './runtime-sizes.ts';

/** Limits of the ratio of ours to the other's. */
const goals = {
  start: { goal: 0.65 },
  latency: { goal: 1 },
  rate: { floor: 1 },
  settled: { goal: 1 },
  cpu: { goal: 0.8 },
} as const;

/** Pairs all figures of both operators, in the order of the report. */
export function comparisonsOf(
  measured: { readonly ours: readonly Measured[]; readonly other: readonly Measured[] },
  { objects }: RuntimeSizes,
): Comparison[] {
  const of = (name: string, unit: Comparison['unit'], goal?: Comparison['goal']): Comparison => ({
    name,
    unit,
    ours: valuesOf(measured.ours, name),
    other: valuesOf(measured.other, name),
    ...(goal && { goal }),
  });
  return [
    ...objects.map((count) => of(figureNames.start(count), 'ms', goals.start)),
    ...objects.map((count) => of(figureNames.startCpu(count), 's', goals.cpu)),
    ...objects.map((count) => of(figureNames.rate(count), '/s', goals.rate)),
    of(figureNames.children, '/s', goals.rate),
    of(figureNames.childCpu, 's', goals.cpu),
    of(figureNames.p50, 'ms', goals.latency),
    of(figureNames.p99, 'ms', goals.latency),
    of(figureNames.eventCpu, 's', goals.cpu),
    of(figureNames.electedCpu(Math.min(...objects)), 's', goals.cpu),
    of(figureNames.electedSettled(Math.min(...objects)), 'MB', goals.settled),
    ...objects.map((count) => of(figureNames.settled(count), 'MB', goals.settled)),
    ...objects.map((count) => of(figureNames.peak(count), 'MB')),
  ];
}

const valuesOf = (all: readonly Measured[], name: string): number[] =>
  all.map((measured) => measured.get(name) ?? Number.NaN);
