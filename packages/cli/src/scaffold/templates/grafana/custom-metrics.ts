import { text } from '../../scaffold-file.ts';
import { dashboard, type Panel, percentiles, rate, SELECTOR } from './dashboard.ts';

/** The file in which an author lists metrics of their own. */
export const CUSTOM_METRICS = 'grafana/custom-metrics/config.yaml';

/** The dashboard that is made from {@link CUSTOM_METRICS}. */
export const CUSTOM_DASHBOARD = 'grafana/custom-metrics/custom-metrics-dashboard.json';

/** The types of metrics that a panel can be made of. */
export const metricTypes = ['counter', 'gauge', 'histogram'] as const;

/** A metric of the author. */
export interface CustomMetric {
  readonly metric: string;
  readonly type: (typeof metricTypes)[number];
  /** The query. Default: the rate of a counter, the value of a gauge, the percentiles of a histogram. */
  readonly expr?: string | undefined;
  /** Grafana's name of the unit. Default: what the end of the name says. */
  readonly unit?: string | undefined;
}

/** `config.yaml` of a new project: no metric, and how to add one. */
export const customMetricsConfig = text(`
  # Metrics of your own. "npx kb edit --plugins grafana/v1-alpha" makes custom-metrics-dashboard.json from this list.
  #
  # - metric: shop_orders_total   # its name
  #   type: counter               # counter, gauge or histogram
  #   expr: sum(rate(shop_orders_total{job="$job", namespace="$namespace"}[5m]))   # optional: the query
  #   unit: ops                   # optional: Grafana's name of the unit
  customMetrics: []
`);

/** The dashboard of an author's metrics: one panel for each. */
export function customDashboard(metrics: readonly CustomMetric[]): object {
  const panels = metrics.map((metric): Panel => ({
    title: metric.metric,
    type: 'timeseries',
    unit: metric.unit ?? unitOf(metric),
    width: 12,
    queries: metric.expr === undefined ? queriesOf(metric) : [{ expr: metric.expr, legend: '__auto' }],
  }));
  return dashboard('Custom-Metrics', `Made from ${CUSTOM_METRICS}: change that file, not this one.`, [
    { title: 'Custom metrics', panels },
  ]);
}

function queriesOf({ metric, type }: CustomMetric): Panel['queries'] {
  if (type === 'histogram') return percentiles(metric, 'pod');
  return [{ expr: type === 'counter' ? rate(metric, 'pod') : `${metric}{${SELECTOR}}`, legend: '{{pod}}' }];
}

/** The unit by the ends that Prometheus' conventions give to names. */
function unitOf({ metric, type }: CustomMetric): string {
  const base = metric.replace(/_total$/, '');
  if (type === 'counter') return base.endsWith('_bytes') ? 'Bps' : 'ops';
  if (base.endsWith('_seconds')) return 's';
  if (base.endsWith('_bytes')) return 'bytes';
  return base.endsWith('_ratio') ? 'percentunit' : 'none';
}
