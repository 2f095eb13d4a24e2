import {
  type KubernetesObject,
  parseDuration,
  parseTime,
  quantityToNumber,
  type ResourceDefinition,
} from '@kb/apimachinery';
import type { Measured, MetricsClient, NodeMetrics, PodMetrics, ResourceUsage } from '../metrics.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import type { RestConfig } from '../rest/request/rest-config.ts';
import { getObject } from '../rest/verbs/get.ts';
import { listObjects } from '../rest/verbs/list.ts';

const groupVersion = { group: 'metrics.k8s.io', version: 'v1beta1' };
const nodeMetrics: ResourceDefinition = { ...groupVersion, kind: 'NodeMetrics', plural: 'nodes', namespaced: false };
const podMetrics: ResourceDefinition = { ...groupVersion, kind: 'PodMetrics', plural: 'pods', namespaced: true };

type Usage = Readonly<Record<string, string>>;

interface SentMetrics extends KubernetesObject {
  readonly timestamp?: string;
  readonly window?: string;
}

interface SentNodeMetrics extends SentMetrics {
  readonly usage?: Usage;
}

interface SentPodMetrics extends SentMetrics {
  readonly containers?: readonly { readonly name: string; readonly usage?: Usage }[] | null;
}

/** Creates the metrics of a client. */
export function metricsClient(config: RestConfig): MetricsClient {
  return {
    node: async (name, options) => nodeOf(await getObject<SentNodeMetrics>(config, nodeMetrics, { name }, options)),
    nodes: async (options) => (await listObjects<SentNodeMetrics>(config, nodeMetrics, options)).items.map(nodeOf),
    pod: async (key, options) => podOf(await getObject<SentPodMetrics>(config, podMetrics, key, options)),
    pods: async (options) => (await listObjects<SentPodMetrics>(config, podMetrics, options)).items.map(podOf),
  };
}

function nodeOf(sent: SentNodeMetrics): NodeMetrics {
  return { name: sent.metadata.name, ...measured(sent), usage: usageOf(sent.usage) };
}

function podOf(sent: SentPodMetrics): PodMetrics {
  const { name, namespace = '' } = sent.metadata;
  const containers = (sent.containers ?? []).map((one) => ({ name: one.name, usage: usageOf(one.usage) }));
  const sum = (resource: 'cpu' | 'memory'): number =>
    containers.reduce((total, { usage }) => total + usage[resource], 0);
  return { namespace, name, ...measured(sent), containers, usage: { cpu: sum('cpu'), memory: sum('memory') } };
}

function measured({ metadata, timestamp = '', window = '' }: SentMetrics): Measured {
  const length = parseDuration(window);
  if (parseTime(timestamp) === undefined || length === undefined)
    throw new UnexpectedResponseError(`the metrics of ${metadata.name} have no valid timestamp and window`);
  return { labels: metadata.labels ?? {}, timestamp, windowSeconds: length / 1000 };
}

function usageOf(quantities: Usage = {}): ResourceUsage {
  const { cpu = '0', memory = '0' } = quantities;
  return { cpu: quantityToNumber(cpu), memory: quantityToNumber(memory), quantities };
}
