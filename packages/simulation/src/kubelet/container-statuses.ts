import { type DeepReadonly, formatTime } from '@kb/apimachinery';
import type { Container, ContainerState, ContainerStatus } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../shared/kinds.ts';

/** The phase of a Pod's containers. */
export type ContainerPhase =
  | { readonly phase: 'waiting'; readonly reason: string; readonly message?: string }
  | { readonly phase: 'running'; readonly ready: boolean }
  | { readonly phase: 'terminated' };

/** The statuses of a Pod's containers, sorted by name as the kubelet does. */
export function containerStatuses(pod: LivePod, phase: ContainerPhase, now: number): ContainerStatus[] {
  const before = new Map((pod.status?.containerStatuses ?? []).map((status) => [status.name, status]));
  return pod.spec.containers
    .map((container) => statusOf(container, pod, before.get(container.name), phase, now))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The statuses of init containers: they succeed before the other containers start; sidecars keep running. */
export function initContainerStatuses(pod: LivePod, phase: ContainerPhase, now: number): ContainerStatus[] {
  const before = new Map((pod.status?.initContainerStatuses ?? []).map((status) => [status.name, status]));
  return (pod.spec.initContainers ?? []).map((container) => {
    const old = before.get(container.name);
    if (phase.phase === 'waiting') {
      return statusOf(container, pod, old, { phase: 'waiting', reason: 'PodInitializing' }, now);
    }
    if (container.restartPolicy === 'Always') return statusOf(container, pod, old, phase, now);
    return { ...statusOf(container, pod, old, { phase: 'terminated' }, now), ready: true };
  });
}

function statusOf(
  container: DeepReadonly<Container>,
  pod: LivePod,
  before: DeepReadonly<ContainerStatus> | undefined,
  phase: ContainerPhase,
  now: number,
): ContainerStatus {
  const hasRun = phase.phase !== 'waiting';
  // The kubelet's ids are hashes; these show that no container runs.
  const containerID = `simulated://${pod.metadata.uid}/${container.name}`;
  return {
    name: container.name,
    state: stateOf(phase, before?.state, containerID, now),
    lastState: {},
    ready: phase.phase === 'running' && phase.ready,
    restartCount: 0,
    image: container.image ?? '',
    imageID: hasRun ? `simulated://${container.image ?? ''}` : '',
    ...(hasRun && { containerID }),
    started: phase.phase === 'running',
  };
}

function stateOf(
  phase: ContainerPhase,
  before: DeepReadonly<ContainerState> | undefined,
  containerID: string,
  now: number,
): ContainerState {
  const startedAt = before?.running?.startedAt ?? before?.terminated?.startedAt ?? formatTime(now);
  switch (phase.phase) {
    case 'waiting':
      return {
        waiting: { reason: phase.reason, ...(phase.message !== undefined && { message: phase.message }) },
      };
    case 'running':
      return { running: { startedAt } };
    case 'terminated': {
      const finishedAt = before?.terminated?.finishedAt ?? formatTime(now);
      return { terminated: { exitCode: 0, reason: 'Completed', startedAt, finishedAt, containerID } };
    }
  }
}
