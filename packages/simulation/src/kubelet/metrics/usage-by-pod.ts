import type { LivePod } from '../../shared/kinds.ts';
import type { MeasuredContainer } from './measure-node.ts';

/** What the containers of a Pod use together. */
export interface PodUsage {
  readonly pod: LivePod;
  readonly containers: readonly MeasuredContainer[];
  readonly cpuSeconds: number;
  readonly cpuMillis: number;
  readonly memoryBytes: number;
}

/** Adds up what the containers of each Pod use, in the order of the Pods. */
export function usageByPod(containers: readonly MeasuredContainer[]): readonly PodUsage[] {
  const byPod = new Map<LivePod, MeasuredContainer[]>();
  for (const container of containers) {
    const known = byPod.get(container.pod);
    if (known) known.push(container);
    else byPod.set(container.pod, [container]);
  }
  return Array.from(byPod, ([pod, own]) => ({
    pod,
    containers: own,
    cpuSeconds: own.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    cpuMillis: own.reduce((sum, { usage }) => sum + usage.cpuMillis, 0),
    memoryBytes: own.reduce((sum, { usage }) => sum + usage.memoryBytes, 0),
  }));
}
