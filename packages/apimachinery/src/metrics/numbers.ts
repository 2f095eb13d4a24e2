import { byLabels, type Family, type FamilyOptions, labelsOf, type Series, seriesOf } from './family.ts';

/**
 * A number that only rises. Metrics are 64-bit floats: a bigint, which large integers of objects are, counts as the
 * nearest float.
 */
export interface Counter {
  /**
   * Adds `by`. Default: 1. Throws a RangeError when it is negative or not finite: the counter would be unusable from
   * then on.
   */
  inc(by?: number | bigint): void;
}

/** A number that rises and falls. Takes bigints like {@link Counter}. */
export interface Gauge {
  set(value: number | bigint): void;
  /** Adds `by`. Default: 1. */
  inc(by?: number | bigint): void;
  /** Subtracts `by`. Default: 1. */
  dec(by?: number | bigint): void;
}

interface Cell extends Counter, Gauge {
  read(): number;
}

/** Creates a family of counters. */
export function counterFamily(options: FamilyOptions): Family & Pick<Series<Counter>, 'with'> {
  const { name } = options;
  return familyOf(options, 'counter', (by) => {
    if (Number.isFinite(by) && by >= 0) return;
    throw new RangeError(
      `the counter ${name} can only be increased by a finite number of 0 or more, got ${String(by)}`,
    );
  });
}

/** Creates a family of gauges. */
export function gaugeFamily(options: FamilyOptions): Family & Pick<Series<Gauge>, 'with'> {
  return familyOf(options, 'gauge', () => undefined);
}

/** One value of a family that is computed at each scrape. */
export interface CollectedValue {
  /** In the order of the label names. */
  readonly labels?: readonly string[];
  readonly value: number | bigint;
}

/** Creates a family whose values are computed at each scrape. */
export function collectedFamily(
  options: FamilyOptions,
  type: 'counter' | 'gauge',
  collect: () => Iterable<CollectedValue>,
): Family {
  const { name, help, labels: names = [] } = options;
  return {
    name,
    help,
    type,
    samples: () =>
      byLabels(
        Array.from(collect(), ({ labels = [], value }) => ({
          labels: labelsOf(names, labels),
          value: toNumber(value),
        })),
      ),
  };
}

function familyOf(
  options: FamilyOptions,
  type: 'counter' | 'gauge',
  checkIncrease: (by: number) => void,
): Family & Pick<Series<Cell>, 'with'> {
  const { name, help } = options;
  const series = seriesOf(options, () => createCell(checkIncrease));
  return {
    name,
    help,
    type,
    with: (...values) => series.with(...values),
    samples: () => series.sorted().map(({ labels, one }) => ({ labels, value: one.read() })),
  };
}

function createCell(checkIncrease: (by: number) => void): Cell {
  let value = 0;
  return {
    inc: (by = 1) => {
      const more = toNumber(by);
      checkIncrease(more);
      value += more;
    },
    dec: (by = 1) => {
      value -= toNumber(by);
    },
    set: (to) => {
      value = toNumber(to);
    },
    read: () => value,
  };
}

/**
 * Converts a bigint to the nearest number. Other values, which programs without types may pass, stay for the checks.
 */
export function toNumber(value: number | bigint): number {
  return typeof value === 'bigint' ? Number(value) : value;
}
