import type { ObjectKeyLike, Time } from '@kb/apimachinery';
import type { CallOptions, ListOptions } from './call-options.ts';

/** What a container or a node uses. */
export interface ResourceUsage {
  /** CPUs: 0.25 is a quarter of one. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
  /** All resources, as the server wrote them: `{ cpu: '250m', memory: '64Mi' }`. */
  readonly quantities: Readonly<Record<string, string>>;
}

/** When a usage was measured. */
export interface Measured {
  readonly labels: Readonly<Record<string, string>>;
  /** The end of the interval (RFC 3339). */
  readonly timestamp: Time;
  /** The length of the interval, in seconds. */
  readonly windowSeconds: number;
}

/** What a node uses: metrics.k8s.io/v1beta1's NodeMetrics. */
export interface NodeMetrics extends Measured {
  readonly name: string;
  readonly usage: ResourceUsage;
}

/** What a Pod uses: metrics.k8s.io/v1beta1's PodMetrics. */
export interface PodMetrics extends Measured {
  readonly namespace: string;
  readonly name: string;
  readonly containers: readonly { readonly name: string; readonly usage: ResourceUsage }[];
  /** The CPU and memory of all containers together. */
  readonly usage: Pick<ResourceUsage, 'cpu' | 'memory'>;
}

/** Options of lists of metrics. */
export type MetricsListOptions = CallOptions & Pick<ListOptions, 'labelSelector' | 'fieldSelector'>;

/**
 * Reads what nodes and Pods use, from metrics-server. Calls reject with a StatusError: NotFound for what has no metrics
 * yet, and for clusters without metrics-server.
 */
export interface MetricsClient {
  /** The usage of a node. */
  node(name: string, options?: CallOptions): Promise<NodeMetrics>;
  /** The usage of all nodes, or of the selected ones. */
  nodes(options?: MetricsListOptions): Promise<NodeMetrics[]>;
  /** The usage of a Pod. */
  pod(key: ObjectKeyLike, options?: CallOptions): Promise<PodMetrics>;
  /** The usage of the selected Pods, of all namespaces unless `options` name one. */
  pods(options?: MetricsListOptions & Pick<ListOptions, 'namespace'>): Promise<PodMetrics[]>;
}
