import type { KubeletTarget } from '@kb/apimachinery';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';
import type { MeasuredNode } from './measure-node.ts';
import { claimsOf } from './volume-claims.ts';

/** Adds what `/metrics` of a kubelet has: what runs on the node, and the volumes of its Pods. */
export function addKubeletMetrics(
  registry: MetricsRegistry,
  { name, pods, containers }: MeasuredNode,
  target: KubeletTarget,
): void {
  registry
    .gauge({ name: 'kubelet_node_name', help: 'The name of the node.', labels: ['node'] })
    .with(name)
    .set(1);
  const active = pods.filter(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed');
  registry
    .gauge({ name: 'kubelet_running_pods', help: 'Pods with a sandbox.' })
    .with()
    .set(active.filter(({ status }) => status?.podIP !== undefined).length);
  registry
    .gauge({ name: 'kubelet_active_pods', help: 'Pods that have not ended.', labels: ['static'] })
    .with('')
    .set(active.length);
  registry
    .gauge({ name: 'kubelet_desired_pods', help: 'Pods of the node.', labels: ['static'] })
    .with('')
    .set(pods.length);
  const states = registry.gauge({
    name: 'kubelet_running_containers',
    help: 'Containers by their state.',
    labels: ['container_state'],
  });
  states.with('running').set(containers.length);
  const ended = pods.flatMap(({ status }) =>
    [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])].filter(
      ({ state }) => state?.terminated,
    ),
  );
  if (ended.length > 0) states.with('exited').set(ended.length);
  addVolumeMetrics(registry, target, active);
}

/** No byte is stored in simulated volumes, so all of them is available. */
function addVolumeMetrics(registry: MetricsRegistry, target: KubeletTarget, pods: MeasuredNode['pods']): void {
  const labels = ['namespace', 'persistentvolumeclaim'];
  const gauge = (what: string, help: string) =>
    registry.gauge({ name: `kubelet_volume_stats_${what}_bytes`, help, labels });
  const capacity = gauge('capacity', 'The size of the volume.');
  const available = gauge('available', 'What of it is free.');
  const used = gauge('used', 'What of it is used.');
  for (const { namespace, claim, bytes } of pods.flatMap((pod) => claimsOf(pod, target))) {
    capacity.with(namespace, claim).set(bytes);
    available.with(namespace, claim).set(bytes);
    used.with(namespace, claim).set(0);
  }
}
