import { parseTime, quantityToNumber } from '@kb/apimachinery';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';
import { type MeasuredContainer, type MeasuredNode, namesOf } from './measure-node.ts';
import { usageByPod } from './usage-by-pod.ts';

/** The labels of a control group: a container, a Pod, or the node. */
const groupLabels = ['container', 'id', 'image', 'name', 'namespace', 'pod'];

/** The bandwidth that a limit of one CPU is, in microseconds of each period. */
const CPU_PERIOD = 100_000;

/** Adds what `/metrics/cadvisor` of a kubelet has: what control groups use, and what they may use. */
export function addCadvisorMetrics(registry: MetricsRegistry, measured: MeasuredNode): void {
  const { node, containers, usage, cpuSeconds, now } = measured;
  const add = groupFamilies(registry, now);
  for (const { pod, ...sum } of usageByPod(containers)) {
    const { uid, namespace, name } = namesOf(pod);
    const id = `/kubepods/pod${uid}`;
    const startedAt = Math.min(...sum.containers.map((one) => one.startedAt));
    add(['', id, '', '', namespace, name], { ...sum, startedAt }, undefined);
    for (const one of sum.containers) {
      const containerId = one.status.containerID?.replace(/^.*:\/\//, '') ?? '';
      add(
        [one.name, `${id}/${containerId}`, one.image, containerId, namespace, name],
        { ...one.usage, cpuSeconds: one.cpuSeconds, startedAt: one.startedAt },
        one,
      );
    }
  }
  const created = parseTime(node.metadata.creationTimestamp ?? '') ?? now;
  add(['', '/', '', '', '', ''], { ...usage, cpuSeconds, startedAt: created }, undefined);
  const capacity = node.status?.['capacity'];
  const quantity = (resource: string): number => {
    const text = capacity && typeof capacity === 'object' && resource in capacity ? Reflect.get(capacity, resource) : 0;
    return quantityToNumber(String(text));
  };
  registry.gauge({ name: 'machine_cpu_cores', help: 'CPUs of the node.' }).with().set(quantity('cpu'));
  registry.gauge({ name: 'machine_memory_bytes', help: 'Memory of the node.' }).with().set(quantity('memory'));
}

interface GroupUsage {
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  readonly startedAt: number;
}

/** Creates the families, and returns the function that adds one control group to them. */
function groupFamilies(
  registry: MetricsRegistry,
  now: number,
): (labels: readonly string[], usage: GroupUsage, container: MeasuredContainer | undefined) => void {
  const gauge = (name: string, help: string) => registry.gauge({ name, help, labels: groupLabels });
  const cpu = registry.counter({
    name: 'container_cpu_usage_seconds_total',
    help: 'CPU time.',
    labels: [...groupLabels, 'cpu'],
  });
  const memory = [
    gauge('container_memory_working_set_bytes', 'Memory that cannot be freed.'),
    gauge('container_memory_usage_bytes', 'Memory, with caches: there are none.'),
    gauge('container_memory_rss', 'Memory that is not of files.'),
  ];
  const cache = gauge('container_memory_cache', 'Memory of files: none.');
  const started = gauge('container_start_time_seconds', 'When it started, as seconds since 1970.');
  const seen = gauge('container_last_seen', 'When it was last seen, as seconds since 1970.');
  const memoryLimit = gauge('container_spec_memory_limit_bytes', 'The limit of memory; 0: none.');
  const shares = gauge('container_spec_cpu_shares', 'The weight of its requested CPU.');
  const period = gauge('container_spec_cpu_period', 'The period of its CPU limit, in microseconds.');
  const quota = gauge('container_spec_cpu_quota', 'The CPU time of a period that it may use, in microseconds.');
  return (labels, usage, container) => {
    cpu.with(...labels, 'total').inc(usage.cpuSeconds);
    for (const family of memory) family.with(...labels).set(usage.memoryBytes);
    cache.with(...labels).set(0);
    started.with(...labels).set(Math.floor(usage.startedAt / 1000));
    seen.with(...labels).set(Math.floor(now / 1000));
    if (!container) return;
    const { limits = {}, requests = {} } = container.spec?.resources ?? {};
    memoryLimit.with(...labels).set(numberOf(limits['memory']) ?? 0);
    shares.with(...labels).set(Math.max(2, Math.floor((numberOf(requests['cpu']) ?? 0) * 1024)));
    period.with(...labels).set(CPU_PERIOD);
    const cpuLimit = numberOf(limits['cpu']);
    if (cpuLimit !== undefined) quota.with(...labels).set(Math.round(cpuLimit * CPU_PERIOD));
  };
}

function numberOf(quantity: string | number | undefined): number | undefined {
  return quantity === undefined ? undefined : quantityToNumber(String(quantity));
}
