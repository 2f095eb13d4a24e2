import { formatTime } from '@kb/apimachinery';
import type { PodStatus } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../shared/kinds.ts';
import { type ContainerPhase, containerStatuses, initContainerStatuses } from './container-statuses.ts';
import { podConditions } from './pod-conditions.ts';

/** The addresses that a Pod has on its node. */
export interface PodAddresses {
  readonly hostIP: string;
  /** Absent as long as nothing runs. */
  readonly podIP: string | undefined;
}

/**
 * The whole status that the node reports of a Pod; equal to the one it has when there is nothing to report. Times that
 * are known are kept.
 */
export function podStatus(pod: LivePod, phase: ContainerPhase, addresses: PodAddresses, now: number): PodStatus {
  const { hostIP, podIP } = addresses;
  const initStatuses = initContainerStatuses(pod, phase, now);
  const { generation } = pod.metadata;
  const { qosClass } = pod.status ?? {};
  return {
    ...(generation !== undefined && { observedGeneration: generation }),
    phase: phases[phase.phase],
    conditions: podConditions(pod, phase, now),
    hostIP,
    hostIPs: [{ ip: hostIP }],
    ...(podIP !== undefined && { podIP, podIPs: [{ ip: podIP }] }),
    startTime: pod.status?.startTime ?? formatTime(now),
    ...(initStatuses.length > 0 && { initContainerStatuses: initStatuses }),
    containerStatuses: containerStatuses(pod, phase, now),
    ...(qosClass !== undefined && { qosClass }),
  };
}

/** Containers that are asked to end are taken to end well. */
const phases = { waiting: 'Pending', running: 'Running', terminated: 'Succeeded' } as const;

/** How far the containers of a Pod are by what its status says. */
export function reportedPhase(pod: LivePod): ContainerPhase['phase'] | undefined {
  if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return 'terminated';
  const states = (pod.status?.containerStatuses ?? []).map(({ state }) => state);
  if (states.length === 0) return undefined;
  return states.every((state) => state?.running !== undefined) ? 'running' : 'waiting';
}
