import type { MetricsRegistry } from '@kb/apimachinery/metrics';
import { type MeasuredNode, namesOf } from './measure-node.ts';
import { usageByPod } from './usage-by-pod.ts';

/** Adds what `/metrics/resource` of a kubelet has: what the node, its Pods and their containers use. */
export function addResourceMetrics(registry: MetricsRegistry, { containers, usage, cpuSeconds }: MeasuredNode): void {
  const ofContainer = ['container', 'namespace', 'pod'];
  const ofPod = ['namespace', 'pod'];
  const cpu = registry.counter({
    name: 'container_cpu_usage_seconds_total',
    help: 'CPU time of a container.',
    labels: ofContainer,
  });
  const memory = registry.gauge({
    name: 'container_memory_working_set_bytes',
    help: 'Memory that a container uses.',
    labels: ofContainer,
  });
  const started = registry.gauge({
    name: 'container_start_time_seconds',
    help: 'When a container started, as seconds since 1970.',
    labels: ofContainer,
  });
  for (const { pod, name, startedAt, ...measured } of containers) {
    const of = namesOf(pod);
    const labels = [name, of.namespace, of.name];
    cpu.with(...labels).inc(measured.cpuSeconds);
    memory.with(...labels).set(measured.usage.memoryBytes);
    started.with(...labels).set(startedAt / 1000);
  }
  const podCpu = registry.counter({ name: 'pod_cpu_usage_seconds_total', help: 'CPU time of a Pod.', labels: ofPod });
  const podMemory = registry.gauge({
    name: 'pod_memory_working_set_bytes',
    help: 'Memory that a Pod uses.',
    labels: ofPod,
  });
  for (const { pod, ...sum } of usageByPod(containers)) {
    const { namespace, name } = namesOf(pod);
    const labels = [namespace, name];
    podCpu.with(...labels).inc(sum.cpuSeconds);
    podMemory.with(...labels).set(sum.memoryBytes);
  }
  registry.counter({ name: 'node_cpu_usage_seconds_total', help: 'CPU time of the node.' }).with().inc(cpuSeconds);
  registry
    .gauge({ name: 'node_memory_working_set_bytes', help: 'Memory that the node uses.' })
    .with()
    .set(usage.memoryBytes);
  for (const name of ['resource_scrape_error', 'scrape_error'])
    registry.gauge({ name, help: 'Whether what is used could not be read: never.' }).with().set(0);
}
