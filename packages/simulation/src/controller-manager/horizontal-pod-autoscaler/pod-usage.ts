import { isNotFound, messageOfThrown } from '@kb/apimachinery';
import { formatLabelSelector, type LabelSelector } from '@kb/apimachinery/selectors';
import type { PodMetrics } from '@kb/client';
import type { ReconcileClient } from '@kb/runtime';
import { milliOf } from './milli.ts';

/** What a Pod uses of one resource. */
export interface PodUsage {
  /** The end of the measured interval, in milliseconds since the epoch. */
  readonly timestamp: number;
  /** The length of the interval, in milliseconds. */
  readonly window: number;
  /** In thousandths of the resource's unit. */
  readonly value: bigint;
}

/** Which Pods, and which of their resources, are measured. */
export interface UsageQuery {
  readonly namespace: string;
  readonly selector: LabelSelector;
  /** `cpu`, `memory`, or another resource that the metrics have. */
  readonly resource: string;
  /** The container that counts; absent: all containers together. */
  readonly container?: string;
}

/**
 * Reads what Pods use from metrics.k8s.io, by the name of the Pod; a Pod whose containers do not all report the
 * resource is left out. Rejects with the message of kube-controller-manager.
 */
export async function readPodUsage(
  client: ReconcileClient,
  { namespace, selector, resource, container }: UsageQuery,
): Promise<ReadonlyMap<string, PodUsage>> {
  const labelSelector = formatLabelSelector(selector);
  const measured = await client.metrics.pods({ namespace, labelSelector }).catch((error: unknown) => {
    throw new Error(`unable to fetch metrics from resource metrics API: ${messageOf(error)}`, { cause: error });
  });
  if (measured.length === 0) throw new Error('no metrics returned from resource metrics API');
  const usage = new Map<string, PodUsage>();
  for (const pod of measured) {
    const value = container === undefined ? sumOf(pod, resource) : valueOf(pod, resource, container);
    if (value === undefined) continue;
    usage.set(pod.name, { timestamp: Date.parse(pod.timestamp), window: pod.windowSeconds * 1000, value });
  }
  return usage;
}

/** A server without metrics.k8s.io has no such path; client-go then names the resource. */
function messageOf(error: unknown): string {
  return isNotFound(error)
    ? 'the server could not find the requested resource (get pods.metrics.k8s.io)'
    : messageOfThrown(error);
}

function valueOf({ containers }: PodMetrics, resource: string, container: string): bigint | undefined {
  const quantity = containers.find(({ name }) => name === container)?.usage.quantities[resource];
  return quantity === undefined ? undefined : milliOf(quantity);
}

function sumOf({ containers }: PodMetrics, resource: string): bigint | undefined {
  let sum: bigint | undefined;
  for (const { usage } of containers) {
    const quantity = usage.quantities[resource];
    if (quantity === undefined) return undefined;
    sum = (sum ?? 0n) + milliOf(quantity);
  }
  return sum;
}
