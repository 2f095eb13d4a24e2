import type { RuntimeMetrics } from '../metrics/runtime-metrics.ts';

/**
 * Returns the value of a series as it is exposed, such as `workqueue_adds_total{name="widget",controller="widget"}`;
 * undefined when there is none.
 */
export async function metricValue(metrics: RuntimeMetrics, series: string): Promise<number | undefined> {
  const wanted = sorted(series);
  for (const line of (await metrics.registry.text()).split('\n')) {
    const end = line.lastIndexOf(' ');
    if (sorted(line.slice(0, end)) === wanted) return Number(line.slice(end + 1));
  }
  return undefined;
}

/** The series with its labels in the order of their names. */
function sorted(series: string): string {
  const [name, labels = ''] = series.split(/[{}]/);
  return `${name}{${labels.split(',').sort().join()}}`;
}

/** The results that a controller's reconciles had, as counted. */
export async function reconcileResults(
  metrics: RuntimeMetrics,
  controller: string,
): Promise<Record<string, number | undefined>> {
  const results: Record<string, number | undefined> = {};
  for (const result of ['success', 'requeue_after', 'requeue', 'error']) {
    const series = `controller_runtime_reconcile_total{controller="${controller}",result="${result}"}`;
    results[result] = await metricValue(metrics, series);
  }
  return results;
}
