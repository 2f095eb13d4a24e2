import { formatTime, type JsonObject, type KubeletTarget } from '@kb/apimachinery';
import { type MeasuredNode, namesOf } from './measure-node.ts';
import { type PodUsage, usageByPod } from './usage-by-pod.ts';
import { claimsOf } from './volume-claims.ts';

/** What something uses. */
interface Used {
  readonly cpuMillis: number;
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
}

/** Returns the document at `/stats/summary` of a kubelet. */
export function statsSummary(measured: MeasuredNode, target: KubeletTarget): JsonObject {
  const { name, now, node, containers, usage, cpuSeconds } = measured;
  const time = formatTime(now);
  return {
    node: {
      nodeName: name,
      startTime: node.metadata.creationTimestamp ?? time,
      ...usageOf({ ...usage, cpuSeconds }, time),
    },
    pods: usageByPod(containers).map((sum) => podStats(sum, time, target)),
  };
}

function podStats({ pod, containers, ...sum }: PodUsage, time: string, target: KubeletTarget): JsonObject {
  const { name, namespace, uid } = namesOf(pod);
  return {
    podRef: { name, namespace, uid },
    startTime: pod.status?.startTime ?? time,
    containers: containers.map((one) => ({
      name: one.name,
      startTime: formatTime(one.startedAt),
      ...usageOf({ ...one.usage, cpuSeconds: one.cpuSeconds }, time),
    })),
    ...usageOf(sum, time),
    volume: claimsOf(pod, target).map(({ volume, claim, bytes }) => ({
      time,
      availableBytes: bytes,
      capacityBytes: bytes,
      usedBytes: 0,
      name: volume,
      pvcRef: { name: claim, namespace },
    })),
  };
}

function usageOf({ cpuMillis, cpuSeconds, memoryBytes }: Used, time: string): JsonObject {
  return {
    cpu: {
      time,
      usageNanoCores: Math.round(cpuMillis * 1e6),
      usageCoreNanoSeconds: Math.round(cpuSeconds * 1e9),
    },
    memory: { time, usageBytes: memoryBytes, workingSetBytes: memoryBytes, rssBytes: memoryBytes },
  };
}
