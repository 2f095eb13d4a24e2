/** A family of metrics, as in Prometheus' text format. */
export interface MetricFamily {
  readonly name: string;
  readonly type: string;
  /** The names of the labels of its series, sorted, without `le`. */
  readonly labels: readonly string[];
  /** The upper bounds of a histogram, as printed. */
  readonly buckets?: readonly string[];
  /**
   * The values of its series by their labels, such as `controller="metrics"`. Of a histogram: the number of
   * observations.
   */
  readonly series: Readonly<Record<string, number>>;
}

/** A program's metrics at one moment. */
export interface Exposition {
  readonly contentType: string;
  readonly families: readonly MetricFamily[];
}

/** Parses Prometheus' text format. Throws for an invalid line. */
export function readExposition(text: string): MetricFamily[] {
  const types = new Map<string, string>();
  const samples = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ')) continue;
    const [, declared, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (declared !== undefined && type !== undefined) {
      types.set(declared, type);
      continue;
    }
    const sample = readSample(line);
    const family = types.has(sample.name) ? sample.name : sample.name.replace(/_(bucket|sum|count)$/, '');
    if (!types.has(family)) throw new Error(`a sample of a family without a TYPE line: ${line}`);
    const known = samples.get(family);
    if (known) known.push(sample);
    else samples.set(family, [sample]);
  }
  return [...types].map(([name, type]) => familyOf(name, type, samples.get(name) ?? []));
}

interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

function readSample(line: string): Sample {
  const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`not a line of Prometheus' text format: ${line}`);
  const pairs = [...labels.matchAll(/\b([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)",?/g)];
  if (pairs.map(([whole]) => whole).join('') !== labels) throw new Error(`invalid labels: ${line}`);
  return { name, labels: new Map(pairs.map(([, label = '', text = '']) => [label, text])), value: numberOf(value) };
}

function numberOf(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  return text === '-Inf' ? Number.NEGATIVE_INFINITY : Number(text);
}

function familyOf(name: string, type: string, samples: readonly Sample[]): MetricFamily {
  const labels = new Set<string>();
  const buckets = new Set<string>();
  const series: Record<string, number> = {};
  for (const sample of samples) {
    const bound = sample.labels.get('le');
    if (bound !== undefined) buckets.add(bound);
    const own = [...sample.labels].filter(([label]) => label !== 'le').toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [label] of own) labels.add(label);
    if (type === 'histogram' && sample.name !== `${name}_count`) continue;
    series[own.map(([label, value]) => `${label}="${value}"`).join(',')] = sample.value;
  }
  return {
    name,
    type,
    labels: [...labels].toSorted(),
    ...(type === 'histogram' && { buckets: [...buckets] }),
    series,
  };
}
