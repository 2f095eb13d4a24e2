import { type ContainerUsage, QuantityError, quantityToNumber } from '@kb/apimachinery';
import { behaviorFromAnnotations } from '../kubelet/options/behavior-from-annotations.ts';
import type { ContainerBehavior, ContainerContext } from '../kubelet/options/container-behavior.ts';

/** The parts of its requests that a container uses by default. */
const CPU_PART = 0.4;
const MEMORY_PART = 0.6;
/** More than any machine has. What exceeds it, and the sum of many, could not be written as a quantity. */
const most: ContainerUsage = { cpuMillis: 1e9, memoryBytes: 2 ** 60 };
/** What a container without requests uses by default. */
const idle: ContainerUsage = { cpuMillis: 1, memoryBytes: 16 << 20 };

/** What a container uses: by its annotations, by its image, or a part of its requests; at most a million CPUs. */
export function containerUsage(byImage: ContainerBehavior, context: ContainerContext): ContainerUsage {
  const usage = { ...byImage.usage, ...behaviorFromAnnotations(context).usage };
  const { requests = {} } = context.container.resources ?? {};
  const [cpu, memory] = [numberOf(usage.cpu), numberOf(usage.memory)];
  const [requestedCpu, requestedMemory] = [numberOf(requests['cpu']), numberOf(requests['memory'])];
  const cpuMillis = cpu !== undefined ? cpu * 1000 : (requestedCpu ?? 0) * CPU_PART * 1000 || idle.cpuMillis;
  const memoryBytes = memory ?? ((requestedMemory ?? 0) * MEMORY_PART || idle.memoryBytes);
  return {
    cpuMillis: Math.min(cpuMillis, most.cpuMillis),
    memoryBytes: Math.round(Math.min(memoryBytes, most.memoryBytes)),
  };
}

/** A quantity as a number; undefined if it is not a quantity, or is negative. */
function numberOf(quantity: string | number | undefined): number | undefined {
  if (quantity === undefined) return undefined;
  try {
    const value = quantityToNumber(String(quantity));
    return value >= 0 ? value : undefined;
  } catch (error) {
    if (error instanceof QuantityError) return undefined;
    throw error;
  }
}
