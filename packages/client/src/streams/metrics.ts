import {
  type KubernetesObject,
  parseDuration,
  parseTime,
  quantityToNumber,
  type ResourceDefinition,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { Measured, MetricsClient, NodeMetrics, PodMetrics, ResourceUsage } from '../metrics.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import type { RestConfig } from '../rest/request/rest-config.ts';
import { getObject } from '../rest/verbs/get.ts';
import { listObjects } from '../rest/verbs/list.ts';

const groupVersion = { group: 'metrics.k8s.io', version: 'v1beta1' };
const nodeMetrics: ResourceDefinition = { ...groupVersion, kind: 'NodeMetrics', plural: 'nodes', namespaced: false };
const podMetrics: ResourceDefinition = { ...groupVersion, kind: 'PodMetrics', plural: 'pods', namespaced: true };

/** Creates the metrics of a client. */
export function metricsClient(config: RestConfig): MetricsClient {
  return {
    node: async (name, options) => nodeOf(await getObject(config, nodeMetrics, { name }, options)),
    nodes: async (options) => (await listObjects(config, nodeMetrics, options)).items.map(nodeOf),
    pod: async (key, options) => podOf(await getObject(config, podMetrics, key, options)),
    pods: async (options) => (await listObjects(config, podMetrics, options)).items.map(podOf),
  };
}

function nodeOf(sent: KubernetesObject & { readonly usage?: unknown }): NodeMetrics {
  const { name, ...measured } = measuredOf(sent);
  return { name, ...measured, usage: usageOf(sent.usage, name) };
}

function podOf(sent: KubernetesObject & { readonly containers?: unknown }): PodMetrics {
  const { name, ...measured } = measuredOf(sent);
  const { namespace = '' } = sent.metadata;
  const given = sent.containers ?? [];
  if (!Array.isArray(given)) throw invalid(name, 'containers');
  const containers = given.map((one: unknown) => {
    if (!isJsonObject(one) || typeof one['name'] !== 'string') throw invalid(name, 'containers');
    return { name: one['name'], usage: usageOf(one['usage'], name) };
  });
  const sum = (resource: 'cpu' | 'memory'): number =>
    containers.reduce((total, { usage }) => total + usage[resource], 0);
  return { namespace, name, ...measured, containers, usage: { cpu: sum('cpu'), memory: sum('memory') } };
}

interface SentMetrics extends KubernetesObject {
  readonly timestamp?: unknown;
  readonly window?: unknown;
}

/** Checks what the metrics of nodes and Pods share: they are computed by a server that is not the API server. */
function measuredOf({ metadata, timestamp, window }: SentMetrics): Measured & { readonly name: string } {
  const sent: { readonly name?: unknown; readonly labels?: unknown } = isJsonObject(metadata) ? metadata : {};
  const { name } = sent;
  const labels = sent.labels ?? {};
  if (typeof name !== 'string') throw new UnexpectedResponseError('metrics have no name');
  const length = typeof window === 'string' ? parseDuration(window) : undefined;
  if (typeof timestamp !== 'string' || parseTime(timestamp) === undefined || length === undefined)
    throw invalid(name, 'timestamp and window');
  if (!isTexts(labels)) throw invalid(name, 'labels');
  return { name, labels, timestamp, windowSeconds: length / 1000 };
}

function usageOf(given: unknown, name: string): ResourceUsage {
  const quantities = given ?? {};
  if (!isTexts(quantities)) throw invalid(name, 'usage');
  const { cpu = '0', memory = '0' } = quantities;
  return { cpu: numberOf(cpu, name), memory: numberOf(memory, name), quantities };
}

function numberOf(quantity: string, name: string): number {
  let number;
  try {
    number = quantityToNumber(quantity);
  } catch {
    throw invalid(name, 'usage');
  }
  if (!Number.isFinite(number)) throw invalid(name, 'usage');
  return number;
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isJsonObject(value) && Object.values(value).every((one) => typeof one === 'string');

const invalid = (name: string, what: string): UnexpectedResponseError =>
  new UnexpectedResponseError(`the metrics of ${name} have no valid ${what}`);
