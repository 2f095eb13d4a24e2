import type { DeepReadonly } from '@kb/apimachinery';
import type { MetricSpec, MetricStatus } from '@kb/kubernetes/autoscaling/v2';
import { MetricError, type MetricReplicas, type MetricsTarget, replicasForMetric } from './metric-replicas.ts';

/** What the metrics of an autoscaler ask for together. */
export interface MetricsVerdict {
  /** The highest number of replicas; undefined if it cannot be trusted. */
  readonly wanted?: { readonly replicas: number; readonly name: string };
  /** One status for each metric; of one that failed, an empty one. */
  readonly statuses: DeepReadonly<MetricStatus>[];
  /** The metrics that failed. */
  readonly failures: readonly MetricError[];
}

/**
 * Computes the replicas that the metrics of an autoscaler ask for: the highest counts. With metrics that failed, it
 * does not say less than the target has.
 */
export async function replicasForMetrics(
  specs: readonly DeepReadonly<MetricSpec>[],
  target: MetricsTarget,
): Promise<MetricsVerdict> {
  const results: (MetricReplicas | MetricError)[] = [];
  for (const spec of specs) results.push(await replicasForMetric(spec, target).catch(metricError));
  const failures = results.filter((result) => result instanceof MetricError);
  const found = results.filter((result): result is MetricReplicas => !(result instanceof MetricError));
  const statuses = results.map((result) => (result instanceof MetricError ? { type: '' } : result.status));
  let wanted: MetricReplicas | undefined;
  // A metric that asks for none gives way to the next one, whatever that asks for.
  for (const one of found) if ((wanted?.replicas ?? 0) === 0 || one.replicas > (wanted?.replicas ?? 0)) wanted = one;
  if (wanted === undefined || (failures.length > 0 && wanted.replicas < target.current)) return { statuses, failures };
  return { wanted: { replicas: wanted.replicas, name: wanted.name }, statuses, failures };
}

function metricError(error: unknown): MetricError {
  if (error instanceof MetricError) return error;
  throw error;
}
