import { formatTime } from '@kb/apimachinery';
import type { PodStatus } from '@kb/kubernetes/core/v1';
import type { PodPhase } from '../run/pod-phase.ts';
import {
  containerStatuses,
  ephemeralContainerStatuses,
  initContainerStatuses,
  type StatusMoment,
} from './container-statuses.ts';
import { podConditions } from './pod-conditions.ts';

/** The addresses that a Pod has on its node. */
export interface PodAddresses {
  readonly hostIP: string;
  /** Absent until the Pod has its network. */
  readonly podIP: string | undefined;
}

/**
 * Computes the complete status that the node reports for a Pod. Equal to the current one if there is nothing to report.
 */
export function podStatus(moment: StatusMoment, phase: PodPhase, { hostIP, podIP }: PodAddresses): PodStatus {
  const { pod, run, now } = moment;
  const initStatuses = initContainerStatuses(moment);
  const ephemeralStatuses = ephemeralContainerStatuses(moment);
  const { generation } = pod.metadata;
  const { qosClass } = pod.status ?? {};
  return {
    ...(generation !== undefined && { observedGeneration: generation }),
    phase,
    ...run.failure,
    conditions: podConditions(moment, phase),
    hostIP,
    hostIPs: [{ ip: hostIP }],
    ...(podIP !== undefined && { podIP, podIPs: [{ ip: podIP }] }),
    startTime: pod.status?.startTime ?? formatTime(now),
    ...(initStatuses.length > 0 && { initContainerStatuses: initStatuses }),
    containerStatuses: containerStatuses(moment),
    ...(ephemeralStatuses.length > 0 && { ephemeralContainerStatuses: ephemeralStatuses }),
    ...(qosClass !== undefined && { qosClass }),
  };
}
