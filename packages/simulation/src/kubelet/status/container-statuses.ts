import { formatTime } from '@kb/apimachinery';
import type { ContainerState, ContainerStateTerminated, ContainerStatus } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';
import type { LiveContainer } from '../options/container-behavior.ts';
import type { NodeSettings } from '../options/node-options.ts';
import type { ContainerRun, Termination } from '../run/container-run.ts';
import { ephemeralContainers, initContainers, type PodRun, runOf } from '../run/pod-run.ts';
import { readinessOf } from '../run/readiness.ts';
import { restarts } from '../run/restart-policy.ts';

/** The Pod, its state on the node, and the time for which its status is computed. */
export interface StatusMoment {
  readonly pod: LivePod;
  readonly run: PodRun;
  readonly settings: NodeSettings;
  readonly now: number;
}

/** The statuses of a Pod's containers, sorted by name as the kubelet does. */
export const containerStatuses = (moment: StatusMoment): ContainerStatus[] =>
  moment.pod.spec.containers.map((container) => statusOf(container, moment)).sort((a, b) => (a.name < b.name ? -1 : 1));

/** The statuses of a Pod's init containers, in their order. */
export const initContainerStatuses = (moment: StatusMoment): ContainerStatus[] =>
  initContainers(moment.pod).map((container) => statusOf(container, moment));

/** The statuses of a Pod's ephemeral containers, in their order: they are never ready, and have no startup. */
export const ephemeralContainerStatuses = (moment: StatusMoment): ContainerStatus[] =>
  ephemeralContainers(moment.pod).map((container) => {
    const { started: _started, ...status } = statusOf(container, moment);
    return { ...status, ready: false };
  });

function statusOf(container: LiveContainer, { pod, run: podRun, settings, now }: StatusMoment): ContainerStatus {
  const run = runOf(podRun, container);
  const { started, ready } = readinessOf(pod, container, run, { settings, now });
  const id = containerID(pod, container, run.restartCount);
  const hasRun = startedAtOf(run) !== undefined || run.last !== undefined;
  const notUp = whyNotUp(pod, podRun, container, run);
  const last = run.last && { terminated: terminatedState(run.last, containerID(pod, container, lastCount(run))) };
  return {
    name: container.name,
    state: notUp === undefined ? stateOf(run, id) : { waiting: { ...notUp } },
    lastState: (notUp === undefined ? last : stateOf(run, id)) ?? {},
    ready,
    restartCount: run.restartCount,
    image: container.image ?? '',
    imageID: hasRun ? `simulated://${container.image ?? ''}` : '',
    ...(hasRun && { containerID: id }),
    started,
    ...resourcesOf(container, run),
  };
}

/** Why a container that is going to be restarted did not come up; undefined if it did. */
function whyNotUp(
  pod: LivePod,
  { ending }: PodRun,
  container: LiveContainer,
  { state }: ContainerRun,
): Termination['notUp'] {
  if (state.is !== 'terminated' || ending !== undefined || pod.metadata.deletionTimestamp !== undefined) {
    return undefined;
  }
  return restarts(pod, container, state.exitCode) ? state.notUp : undefined;
}

/** The resources that a running container has: what its spec says, since a resize takes no time here. */
function resourcesOf({ resources }: LiveContainer, { state }: ContainerRun): Partial<ContainerStatus> {
  if (state.is !== 'running' || (resources?.requests ?? resources?.limits) === undefined) return {};
  const { requests, limits } = resources ?? {};
  return {
    ...(requests && { allocatedResources: { ...requests } }),
    resources: { ...(limits && { limits: { ...limits } }), ...(requests && { requests: { ...requests } }) },
  };
}

/** The kubelet's ids are hashes; these show that no container runs. */
const containerID = (pod: LivePod, { name }: LiveContainer, restartCount: number): string =>
  `simulated://${pod.metadata.uid}/${name}${restartCount > 0 ? `/${restartCount}` : ''}`;

/** The restart count of the run that ended last: the current one while the container waits for its restart. */
const lastCount = ({ state, restartCount }: ContainerRun): number =>
  state.is === 'waiting' ? restartCount : Math.max(0, restartCount - 1);

function startedAtOf({ state }: ContainerRun): number | undefined {
  return state.is === 'waiting' ? undefined : state.startedAt;
}

function stateOf({ state }: ContainerRun, id: string): ContainerState {
  switch (state.is) {
    case 'waiting': {
      const { reason, message } = state;
      return { waiting: { reason, ...(message !== undefined && { message }) } };
    }
    case 'running':
      return { running: { startedAt: formatTime(state.startedAt) } };
    case 'terminated':
      return { terminated: terminatedState(state, id) };
  }
}

function terminatedState(how: Termination, id: string): ContainerStateTerminated {
  const { exitCode, reason, message, startedAt, finishedAt } = how;
  return {
    exitCode,
    reason,
    ...(message !== undefined && { message }),
    ...(startedAt !== undefined && {
      startedAt: formatTime(startedAt),
      finishedAt: formatTime(finishedAt),
      containerID: id,
    }),
  };
}
