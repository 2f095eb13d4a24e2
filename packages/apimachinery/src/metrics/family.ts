/** The type of a family, as in Prometheus. */
export type MetricType = 'counter' | 'gauge' | 'histogram';

/** The name and description of a family. */
export interface FamilyOptions {
  /** Letters, digits, `_` and `:`; counters end in `_total`. */
  readonly name: string;
  /** A description for people, in one sentence. */
  readonly help: string;
  /** The names of its labels. Default: none. */
  readonly labels?: readonly string[];
}

/** The labels of one series. */
export interface SeriesLabels {
  /** The text between the braces, such as `verb="GET",zone="a"`. */
  readonly text: string;
  /** Sorted by name. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
}

/** The state of one series of a histogram. */
export interface HistogramValue {
  /** Rising, without +Inf. */
  readonly bounds: readonly number[];
  /** How many values fell into each bucket, not cumulative; the bucket without a bound is last. */
  readonly counts: ArrayLike<number>;
  readonly sum: number;
}

/** One series with its value at the moment. */
export interface Sample {
  readonly labels: SeriesLabels;
  readonly value: number | HistogramValue;
}

/** All series of one name. Families without series are not exposed, as in Go. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  /** Returns the series in the order of their labels. */
  samples(): readonly Sample[];
}

/** One series for each set of label values, created when it is first used. */
export interface Series<T> {
  /**
   * Returns the series of these label values, in the order of the label names. Keep the result: looking it up costs
   * more than counting. Throws a TypeError for a wrong number of values, and for a value that is not a string.
   */
  with(...values: string[]): T;
  /** Returns all series in the order of their labels. */
  sorted(): readonly { readonly labels: SeriesLabels; readonly one: T }[];
}

const NAME_SYNTAX = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL_SYNTAX = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Throws a TypeError when a family cannot have that name. */
export function checkNames({ name, labels = [] }: FamilyOptions): void {
  if (!NAME_SYNTAX.test(name)) throw new TypeError(`"${name}" is not a valid name of a metric`);
  const bad = labels.find((label) => !LABEL_SYNTAX.test(label) || label === 'le' || label === 'quantile');
  if (bad !== undefined) throw new TypeError(`"${bad}" cannot be a label of ${name}`);
}

/** Creates the series of a family, each by `make`. */
export function seriesOf<T>({ name, labels: names = [] }: FamilyOptions, make: () => T): Series<T> {
  // Labels are written when they are read: most registries of tests never are.
  const series = new Map<string, { readonly values: readonly string[]; readonly one: T; labels?: SeriesLabels }>();
  return {
    with: (...values) => {
      let key = '';
      for (const value of values) {
        if (typeof value !== 'string') throw notText(name, names, values);
        key += `${value.length} ${value}`;
      }
      const known = series.get(key);
      if (known && values.length === names.length) return known.one;
      if (values.length !== names.length) {
        throw new TypeError(`${name} has the labels (${names.join(', ')}), got ${values.length} values`);
      }
      const one = make();
      series.set(key, { values, one });
      return one;
    },
    sorted: () =>
      byLabels(
        Array.from(series.values(), (entry) => {
          entry.labels ??= labelsOf(names, entry.values);
          return { labels: entry.labels, one: entry.one };
        }),
      ),
  };
}

/** Makes the error for a label value that is not a string: programs without types may pass one. */
function notText(name: string, labels: readonly string[], values: readonly unknown[]): TypeError {
  const at = values.findIndex((value) => typeof value !== 'string');
  return new TypeError(`${name}: the label ${labels[at] ?? at + 1} must be a text, got ${typeof values[at]}`);
}

/** Makes the labels of a series: sorted by name, as Go's library writes them. */
export function labelsOf(names: readonly string[], values: readonly string[]): SeriesLabels {
  const pairs = names
    .map((name, index): readonly [string, string] => [name, values[index] ?? ''])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { text: pairs.map(([name, value]) => `${name}="${escapeValue(value)}"`).join(','), pairs };
}

/** Sorts series by their labels, in place. */
export function byLabels<T extends { readonly labels: SeriesLabels }>(series: T[]): T[] {
  return series.sort(({ labels: a }, { labels: b }) => (a.text < b.text ? -1 : 1));
}

function escapeValue(value: string): string {
  return value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('"', String.raw`\"`);
}
