import { formatTime } from '@kb/apimachinery';
import type { PodStatus } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../shared/kinds.ts';
import { type ContainerPhase, containerStatuses, initContainerStatuses } from './container-statuses.ts';
import { podConditions } from './pod-conditions.ts';

/** The addresses that a Pod has on its node. */
export interface PodAddresses {
  readonly hostIP: string;
  /** Absent until a container runs. */
  readonly podIP: string | undefined;
}

/**
 * Computes the complete status that the node reports for a Pod. Equal to the current one if there is nothing to report.
 * Known times are kept.
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

/** The Pod phase for each container phase. Stopped containers count as successful. */
const phases = { waiting: 'Pending', running: 'Running', terminated: 'Succeeded' } as const;

/** The container phase that a Pod's status reports. */
export function reportedPhase(pod: LivePod): ContainerPhase['phase'] | undefined {
  if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return 'terminated';
  const states = (pod.status?.containerStatuses ?? []).map(({ state }) => state);
  if (states.length === 0) return undefined;
  return states.every((state) => state?.running !== undefined) ? 'running' : 'waiting';
}
