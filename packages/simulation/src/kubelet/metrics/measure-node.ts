import {
  type ContainerRunTarget,
  type ContainerUsage,
  type DeepReadonly,
  type HostedPod,
  type KubeletTarget,
  parseTime,
} from '@kb/apimachinery';
import type { Container, ContainerStatus } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';

/** A container that runs, and what it uses. */
export interface MeasuredContainer {
  readonly pod: LivePod;
  readonly name: string;
  readonly image: string;
  readonly spec: DeepReadonly<Container> | undefined;
  readonly status: DeepReadonly<ContainerStatus>;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly usage: ContainerUsage;
  /** CPU time since it started. */
  readonly cpuSeconds: number;
}

/** What runs on a node at a moment. */
export interface MeasuredNode {
  readonly node: HostedPod;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The Pods that are assigned to the node. */
  readonly pods: readonly LivePod[];
  readonly containers: readonly MeasuredContainer[];
  /** What all containers use. */
  readonly usage: ContainerUsage;
  /** CPU time of all containers, also of those that have ended since the node was first measured. */
  readonly cpuSeconds: number;
}

/** Measures the node of a kubelet. */
export type MeasureNode = (target: KubeletTarget) => MeasuredNode;

/** CPU time that grows with what is used, so that it never falls when less is used. */
interface CpuCounter {
  at: number;
  seconds: number;
}

interface NodeCounters {
  /** Undefined before the first measurement. */
  all: CpuCounter | undefined;
  /** By the uid of the Pod, the name of the container and its restarts. */
  containers: Map<string, CpuCounter>;
}

/**
 * Creates the function that measures nodes. Nothing runs in the background: each measurement adds what was used since
 * the one before. It remembers one number for each running container of the nodes that were measured.
 */
export function createNodeMeasure(
  now: () => number,
  usageOf: (target: ContainerRunTarget) => ContainerUsage,
): MeasureNode {
  const known = new Map<string, NodeCounters>();
  return ({ node, pods: podsOf }) => {
    const time = now();
    const { name = '' } = node.metadata;
    const counters = known.get(name) ?? { all: undefined, containers: new Map() };
    known.set(name, counters);
    // The API server has validated them.
    const pods = podsOf() as unknown as readonly LivePod[];
    const measured = new Map<string, CpuCounter>();
    const containers = pods.flatMap((pod) =>
      runningContainers(pod, usageOf).map((running): MeasuredContainer => {
        const key = `${pod.metadata.uid} ${running.name} ${running.status.restartCount}`;
        const counter = counters.containers.get(key) ?? { at: running.startedAt, seconds: 0 };
        measured.set(key, counter);
        return { ...running, cpuSeconds: advance(counter, time, running.usage.cpuMillis) };
      }),
    );
    counters.containers = measured;
    const sum = (of: (one: MeasuredContainer) => number): number => containers.reduce((all, one) => all + of(one), 0);
    const usage = { cpuMillis: sum((one) => one.usage.cpuMillis), memoryBytes: sum((one) => one.usage.memoryBytes) };
    counters.all ??= { at: time, seconds: sum(({ cpuSeconds }) => cpuSeconds) };
    const cpuSeconds = advance(counters.all, time, usage.cpuMillis);
    return { node, name, now: time, pods, containers, usage, cpuSeconds };
  };
}

/** Returns the names of a Pod, which the API server has set. */
export function namesOf({ metadata: { name, namespace = '', uid } }: LivePod): {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
} {
  return { name, namespace, uid };
}

function advance(counter: CpuCounter, now: number, cpuMillis: number): number {
  counter.seconds += (Math.max(0, now - counter.at) / 1000) * (cpuMillis / 1000);
  counter.at = now;
  return counter.seconds;
}

function runningContainers(
  pod: LivePod,
  usageOf: (target: ContainerRunTarget) => ContainerUsage,
): Omit<MeasuredContainer, 'cpuSeconds'>[] {
  const { spec, status } = pod;
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status ?? {};
  const statuses = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
  const specs = new Map(
    [...(spec?.initContainers ?? []), ...(spec?.containers ?? []), ...(spec?.ephemeralContainers ?? [])].map(
      (container) => [container.name, container],
    ),
  );
  return statuses.flatMap((one) => {
    const { name, restartCount, state } = one;
    if (!state?.running) return [];
    const container = specs.get(name);
    const image = container?.image ?? one.image;
    const startedAt = parseTime(state.running.startedAt ?? '') ?? 0;
    const target = { pod: pod as unknown as HostedPod, container: name, image, restartCount, startedAt };
    return [{ pod, name, image, spec: container, status: one, startedAt, usage: usageOf(target) }];
  });
}
