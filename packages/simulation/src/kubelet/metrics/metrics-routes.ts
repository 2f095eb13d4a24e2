import type { ContainerRunTarget, ContainerUsage, HttpResponse, JsonObject, KubeletTarget } from '@kb/apimachinery';
import { createMetricsRegistry, formatFamily, type MetricsRegistry } from '@kb/apimachinery/metrics';
import type { KubeletRoute } from '../http/serve-kubelet.ts';
import { addCadvisorMetrics } from './cadvisor-metrics.ts';
import { createNodeMeasure, type MeasuredNode } from './measure-node.ts';
import { addKubeletMetrics } from './own-metrics.ts';
import { addProbeMetrics } from './probe-metrics.ts';
import { addResourceMetrics } from './resource-metrics.ts';
import { statsSummary } from './stats-summary.ts';

/** Options of {@link metricsRoutes}. */
export interface MetricsRoutesOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly usage: (target: ContainerRunTarget) => ContainerUsage;
}

/** Creates the paths of a kubelet with metrics: computed from what containers use, when they are read. */
export function metricsRoutes({ now, usage }: MetricsRoutesOptions): Readonly<Record<string, KubeletRoute>> {
  const measure = createNodeMeasure(now, usage);
  const metrics =
    (add: (registry: MetricsRegistry, node: MeasuredNode, target: KubeletTarget) => void): KubeletRoute =>
    (target) => {
      const registry = createMetricsRegistry();
      add(registry, measure(target), target);
      const contentType = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores';
      return respond(contentType, registry.families().map(formatFamily).join(''));
    };
  const json = (document: JsonObject): HttpResponse => respond('application/json', JSON.stringify(document));
  return {
    '/metrics': metrics(addKubeletMetrics),
    '/metrics/cadvisor': metrics(addCadvisorMetrics),
    '/metrics/resource': metrics(addResourceMetrics),
    '/metrics/probes': metrics(addProbeMetrics),
    '/stats/summary': (target) => json(statsSummary(measure(target), target)),
  };
}

function respond(contentType: string, text: string): HttpResponse {
  return { status: 200, headers: { 'content-type': contentType }, body: new TextEncoder().encode(text) };
}
