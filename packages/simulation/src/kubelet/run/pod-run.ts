import { parseTime } from '@kb/apimachinery';
import type { LivePod } from '../../shared/kinds.ts';
import type { LiveContainer } from '../options/container-behavior.ts';
import { isSidecar } from '../options/outlook.ts';
import { type ContainerRun, containerRunOf } from './container-run.ts';

/** A Pod on the node: what the kubelet remembers of it. */
export interface PodRun {
  /** When the kubelet saw the Pod first, in milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** Whether the Pod has its network, and so an address. */
  readonly hasSandbox: boolean;
  /** The init containers and the others, by name. */
  readonly containers: ReadonlyMap<string, ContainerRun>;
  /** When volumes that could not be mounted are tried again. */
  readonly mountsAt?: number;
  /** Set if the kubelet failed the Pod as a whole. */
  readonly failure?: PodFailure;
  /** Set when all of its containers have ended, or are being stopped. */
  readonly ending?: PodEnding;
}

/** Why a Pod failed as a whole. */
export interface PodFailure {
  readonly reason: string;
  readonly message: string;
}

/** How a Pod ends. */
export interface PodEnding {
  /** With which failure, if any. */
  readonly failure?: PodFailure;
  /** When it can be over at the earliest, in milliseconds since the epoch. */
  readonly notBefore: number;
  /** The grace period, in milliseconds. */
  readonly graceMs: number;
}

/** Begins, or continues from the status that an earlier run of the node reported. */
export function podRunOf(pod: LivePod, now: number): PodRun {
  const { podIP, startTime } = pod.status ?? {};
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = pod.status ?? {};
  const reported = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
  const statuses = new Map(reported.map((status) => [status.name, status]));
  const reason = initContainers(pod).length > 0 ? 'PodInitializing' : 'ContainerCreating';
  const containers = allContainers(pod).map(({ name }): [string, ContainerRun] => {
    const status = statuses.get(name);
    return [name, status === undefined ? freshRun(reason) : containerRunOf(status)];
  });
  return {
    acceptedAt: parseTime(startTime ?? '') ?? now,
    hasSandbox: podIP !== undefined,
    containers: new Map(containers),
  };
}

const freshRun = (reason: string): ContainerRun => ({
  state: { is: 'waiting', reason },
  restartCount: 0,
  failures: 0,
  failedPulls: 0,
});

/** Adds the ephemeral containers that came after the Pod had started. */
export function withNewContainers(run: PodRun, pod: LivePod): PodRun {
  const added = ephemeralContainers(pod).filter(({ name }) => !run.containers.has(name));
  if (added.length === 0) return run;
  const fresh = added.map(({ name }): [string, ContainerRun] => [name, freshRun('ContainerCreating')]);
  return { ...run, containers: new Map([...run.containers, ...fresh]) };
}

/** The ephemeral containers of a Pod, which `kubectl debug` adds. */
export const ephemeralContainers = ({ spec }: LivePod): readonly LiveContainer[] => spec.ephemeralContainers ?? [];

/** The init containers of a Pod, in the order in which they run; sidecars are among them. */
export const initContainers = (pod: LivePod): readonly LiveContainer[] => pod.spec.initContainers ?? [];

/** The init containers of a Pod, the main ones and the ephemeral ones. */
export const allContainers = (pod: LivePod): readonly LiveContainer[] => [
  ...initContainers(pod),
  ...pod.spec.containers,
  ...ephemeralContainers(pod),
];

/** The containers of a Pod that run side by side: its main containers and its sidecars. */
export const longRunning = (pod: LivePod): readonly LiveContainer[] => [
  ...initContainers(pod).filter(isSidecar),
  ...pod.spec.containers,
];

/** The state of a container of the Pod. Throws if the Pod has no container of that name. */
export function runOf(run: PodRun, container: LiveContainer): ContainerRun {
  const found = run.containers.get(container.name);
  if (found === undefined) throw new Error(`the Pod has no container ${container.name}`);
  return found;
}
