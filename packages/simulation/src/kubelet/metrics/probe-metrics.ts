import type { DeepReadonly } from '@kb/apimachinery';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';
import type { Probe } from '@kb/kubernetes/core/v1';
import { type MeasuredContainer, type MeasuredNode, namesOf } from './measure-node.ts';

const SECOND = 1000;

/**
 * Adds what `/metrics/probes` of a kubelet has. Probes that succeed are not run, so they are counted by the time for
 * which their container runs; those of a container that is not ready, or not started, are counted as failed.
 */
export function addProbeMetrics(registry: MetricsRegistry, { containers, now }: MeasuredNode): void {
  const probes = registry.counter({
    name: 'prober_probe_total',
    help: 'Probes of containers by their results.',
    labels: ['probe_type', 'result', 'container', 'pod', 'namespace', 'pod_uid'],
  });
  for (const container of containers) {
    const { pod, name, spec, status } = container;
    const { name: podName, namespace, uid } = namesOf(pod);
    const kinds = [
      ['Startup', spec?.startupProbe, status.started !== false],
      ['Liveness', spec?.livenessProbe, true],
      ['Readiness', spec?.readinessProbe, status.ready],
    ] as const;
    for (const [type, probe, succeeds] of kinds) {
      // The other probes begin when the startup probe has succeeded, which then ends.
      if (!probe || (type !== 'Startup' && status.started === false)) continue;
      const count = type === 'Startup' && succeeds ? 1 : probesUntil(now, container, probe);
      if (count > 0) probes.with(type, succeeds ? 'successful' : 'failed', name, podName, namespace, uid).inc(count);
    }
  }
}

function probesUntil(now: number, { startedAt }: MeasuredContainer, probe: DeepReadonly<Probe>): number {
  const { initialDelaySeconds = 0, periodSeconds = 10 } = probe;
  const since = now - startedAt - initialDelaySeconds * SECOND;
  return since < 0 ? 0 : Math.floor(since / (Math.max(1, periodSeconds) * SECOND)) + 1;
}
