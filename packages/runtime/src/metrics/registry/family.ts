import { shown } from '../../check-options.ts';

/** What a family of metrics is, as Prometheus has it. */
export type MetricType = 'counter' | 'gauge' | 'histogram';

/** How a family is named and described. */
export interface FamilyOptions {
  /** Letters, digits, `_` and `:`; counters end in `_total`. */
  readonly name: string;
  /** For people: one sentence. */
  readonly help: string;
  /** The names of its labels. Default: none. */
  readonly labels?: readonly string[];
}

/** All series of one name. Families without series are not shown, as in Go. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  /**
   * Gives each series' lines to `write`, in the order of their labels. `labels` is the text between the braces, without
   * them.
   */
  eachSample(write: (name: string, labels: string, value: number) => void): void;
}

/** One series for each set of label values, made when it is asked for first. */
export interface Series<T> {
  /**
   * The series of these label values, in the order of the names. The answer should be kept: looking it up costs more
   * than counting. Throws a TypeError for another number of values, and for what is no text.
   */
  with(...values: string[]): T;
  /** All series in the order of their labels. */
  sorted(): Iterable<readonly [labels: string, series: T]>;
}

const nameSyntax = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const labelSyntax = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Throws a TypeError when a family cannot be named so. */
export function checkNames({ name, labels = [] }: FamilyOptions): void {
  if (!nameSyntax.test(name)) throw new TypeError(`"${name}" is no name of a metric`);
  const bad = labels.find((label) => !labelSyntax.test(label) || label === 'le' || label === 'quantile');
  if (bad !== undefined) throw new TypeError(`"${bad}" cannot be a label of ${name}`);
}

/** Series of a family, each made by `make`. */
export function seriesOf<T>({ name, labels: names = [] }: FamilyOptions, make: () => T): Series<T> {
  const series = new Map<string, { readonly labels: string; readonly one: T }>();
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
      series.set(key, { labels: formatLabels(names, values), one });
      return one;
    },
    sorted: () =>
      Array.from(series.values(), ({ labels, one }) => [labels, one] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/** The error for a label that is no text: programs without types give such. */
function notText(name: string, labels: readonly string[], values: readonly unknown[]): TypeError {
  const at = values.findIndex((value) => typeof value !== 'string');
  return new TypeError(`${name}: the label ${labels[at] ?? at + 1} must be a text, got ${shown(values[at])}`);
}

/** `controller="app",result="success"`: sorted by name, as Go's library writes them. */
export function formatLabels(names: readonly string[], values: readonly string[]): string {
  return names
    .map((name, index) => `${name}="${escapeValue(values[index] ?? '')}"`)
    .sort()
    .join(',');
}

function escapeValue(value: string): string {
  return value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('"', String.raw`\"`);
}
