/** A family of metrics as an exposition shows it. */
export interface MetricFamily {
  readonly name: string;
  readonly type: string;
  /** The names of the labels of its series, sorted, without `le`. */
  readonly labels: readonly string[];
  /** The upper bounds of a histogram, as they are written. */
  readonly buckets?: readonly string[];
  /**
   * Its series by their labels, `controller="metrics"`, with what they count: a counter's or gauge's value, how many
   * values a histogram has seen.
   */
  readonly series: Readonly<Record<string, number>>;
}

/** What a program's metrics were at one moment. */
export interface Exposition {
  readonly contentType: string;
  readonly families: readonly MetricFamily[];
}

/** Reads Prometheus' text format. Throws for a line that is not in it. */
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
    if (!types.has(family)) throw new Error(`a sample of a family that was not declared: ${line}`);
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
  if (name === undefined || value === undefined) throw new Error(`no line of Prometheus' text format: ${line}`);
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
