import { formatFamily } from './format-family.ts';
import { checkNames, type Family, type FamilyOptions, type Series } from './family.ts';
import { type Histogram, histogramFamily, type HistogramOptions } from './histogram.ts';
import {
  collectedFamily,
  type CollectedValue,
  type Counter,
  counterFamily,
  type Gauge,
  gaugeFamily,
} from './numbers.ts';

/** Another source of metrics in Prometheus' text format, such as a Registry of prom-client. */
export interface MetricsSource {
  metrics(): string | Promise<string>;
}

/** The metrics of one program. Names, label names and buckets are fixed; counting a value takes some nanoseconds. */
export interface MetricsRegistry {
  /**
   * Adds a family of counters: `registry.counter({ name, help, labels: ['zone'] }).with('a').inc()`. Throws a TypeError
   * when the name is taken.
   */
  counter(options: FamilyOptions): Pick<Series<Counter>, 'with'>;
  gauge(options: FamilyOptions): Pick<Series<Gauge>, 'with'>;
  histogram(options: HistogramOptions): Pick<Series<Histogram>, 'with'>;
  /** Adds a family whose values are computed at each scrape. The function must not throw. */
  collected(options: FamilyOptions, type: 'counter' | 'gauge', collect: () => Iterable<CollectedValue>): void;
  /** Adds the metrics of another library: `registry.include(promClientRegistry)`. */
  include(source: MetricsSource): void;
  /** Returns the families, sorted by name, without those of included sources. */
  families(): readonly Family[];
  /**
   * Returns all metrics in Prometheus' text format (version 0.0.4). Rejects when an included source fails, or has a
   * family of the same name.
   */
  text(): Promise<string>;
}

/** Creates an empty registry. */
export function createMetricsRegistry(): MetricsRegistry {
  const families = new Map<string, Family>();
  const sources: MetricsSource[] = [];
  const register = <T extends Family>(options: FamilyOptions, make: () => T): T => {
    checkNames(options);
    if (families.has(options.name)) throw new TypeError(`there is a metric named ${options.name} already`);
    const family = make();
    families.set(options.name, family);
    return family;
  };
  const sorted = (): Family[] => [...families.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    counter: (options) => register(options, () => counterFamily(options)),
    gauge: (options) => register(options, () => gaugeFamily(options)),
    histogram: (options) => register(options, () => histogramFamily(options)),
    collected: (options, type, collect) => void register(options, () => collectedFamily(options, type, collect)),
    include: (source) => void sources.push(source),
    families: sorted,
    text: async () => {
      let text = sorted().map(formatFamily).join('');
      for (const source of sources) {
        const more = await source.metrics();
        for (const [, name = ''] of more.matchAll(/^# TYPE (\S+)/gm)) {
          if (families.has(name)) throw new TypeError(`${name} is a metric of this registry and of an included one`);
        }
        text += more.endsWith('\n') || more === '' ? more : `${more}\n`;
      }
      return text;
    },
  };
}
