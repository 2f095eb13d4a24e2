import { type JsonObject, formatTime, notFound, parseTime } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { serverSchemaOf } from '@kb/kubernetes/data';
import type { ServerContext } from '../context/server-context.ts';
import { genericStrategy } from '../kinds/shared/generic-strategy.ts';
import type { FrozenObject } from '../objects/api-object.ts';
import { refuse } from '../refuse.ts';
import { metadataLabels } from '../resources/field-labels.ts';
import { managedEndpoints } from '../resources/managed-endpoint.ts';
import type { ComputedObjects, ServedResource } from '../resources/served-resource.ts';
import type { Collection } from '../storage/collection.ts';
import { type MeasuredContainer, measurePod, type MetricsSources } from './measure-pod.ts';
import { metricsColumns } from './metrics-columns.ts';

const GROUP = 'metrics.k8s.io';
const VERSION = 'v1beta1';
/** The interval that metrics-server measures, which is also how long a container must have run. */
const WINDOW_MS = 15_000;
const WINDOW = '15s';

/**
 * Serves metrics.k8s.io as metrics-server does: what the running containers of Pods, and of the Pods of nodes, use. It
 * is computed for each request. Serves nothing if the stand-in of containers does not know.
 */
export function serveResourceMetrics({ containers, store, clock, registry }: ServerContext): void {
  if (!containers?.usage) return;
  const sources: MetricsSources = { store, now: () => clock.now(), usage: containers.usage };
  registry.add(metricsResource('NodeMetrics', 'nodes', false, nodeMetrics(sources)));
  registry.add(metricsResource('PodMetrics', 'pods', true, podMetrics(sources)));
}

function podMetrics(sources: MetricsSources): ComputedObjects {
  const pods = (): Collection => sources.store.collection('pods');
  return {
    all: function* (namespace) {
      for (const { object } of pods().walk(namespace === '' ? {} : { namespace })) {
        const containers = measurePod(object, sources, WINDOW_MS);
        if (containers !== undefined) yield podObject(sources, object, containers);
      }
    },
    one: (namespace, name) => {
      const pod = pods().get(namespace, name)?.object;
      if (pod === undefined) return refuse(notFound({ group: '', plural: 'pods' }, name));
      const containers = measurePod(pod, sources, WINDOW_MS);
      if (containers === undefined)
        return refuse(notFound({ group: GROUP, plural: 'podmetrics' }, `${namespace}/${name}`));
      return podObject(sources, pod, containers);
    },
  };
}

function podObject(sources: MetricsSources, pod: FrozenObject, containers: readonly MeasuredContainer[]): FrozenObject {
  return measured('PodMetrics', pod, sources, {
    containers: containers.map(({ name, usage }) => ({ name, usage: quantities(usage) })),
  });
}

function nodeMetrics(sources: MetricsSources): ComputedObjects {
  const nodes = (): Collection => sources.store.collection('nodes');
  const isMeasured = ({ metadata }: FrozenObject): boolean =>
    (parseTime(metadata.creationTimestamp ?? '') ?? 0) + WINDOW_MS <= sources.now();
  const objectOf = (node: FrozenObject, usage: MeasuredContainer['usage'] | undefined): FrozenObject =>
    measured('NodeMetrics', node, sources, { usage: quantities(usage ?? { cpuMillis: 0, memoryBytes: 0 }) });
  return {
    all: function* () {
      const usages = usageByNode(sources);
      for (const { object } of nodes().walk())
        if (isMeasured(object)) yield objectOf(object, usages.get(object.metadata.name ?? ''));
    },
    one: (_namespace, name) => {
      const node = nodes().get('', name)?.object;
      if (node === undefined) return refuse(notFound({ group: '', plural: 'node' }, name));
      if (!isMeasured(node)) return refuse(notFound({ group: GROUP, plural: 'nodemetrics' }, name));
      return objectOf(node, usageByNode(sources).get(name));
    },
  };
}

function usageByNode(sources: MetricsSources): Map<string, MeasuredContainer['usage']> {
  const usages = new Map<string, MeasuredContainer['usage']>();
  for (const { object } of sources.store.collection('pods').walk()) {
    for (const { node, usage } of measurePod(object, sources, 0) ?? []) {
      const { cpuMillis, memoryBytes } = usages.get(node) ?? { cpuMillis: 0, memoryBytes: 0 };
      usages.set(node, { cpuMillis: cpuMillis + usage.cpuMillis, memoryBytes: memoryBytes + usage.memoryBytes });
    }
  }
  return usages;
}

/** The quantities in metrics-server's units: billionths of a CPU, and KiB. */
function quantities({ cpuMillis, memoryBytes }: MeasuredContainer['usage']): { cpu: string; memory: string } {
  // Bigints are written without an exponent.
  const nanos = BigInt(Math.round(cpuMillis * 1_000_000));
  const kibibytes = BigInt(Math.ceil(memoryBytes / 1024));
  return { cpu: nanos === 0n ? '0' : `${nanos}n`, memory: kibibytes === 0n ? '0' : `${kibibytes}Ki` };
}

function measured(kind: string, { metadata }: FrozenObject, { now }: MetricsSources, rest: JsonObject): FrozenObject {
  const time = formatTime(now());
  const { name, namespace, labels } = metadata;
  return {
    kind,
    apiVersion: `${GROUP}/${VERSION}`,
    metadata: { name, ...(namespace && { namespace }), creationTimestamp: time, ...(labels && { labels }) },
    timestamp: time,
    window: WINDOW,
    ...rest,
  };
}

function metricsResource(kind: string, plural: string, namespaced: boolean, computed: ComputedObjects): ServedResource {
  const apiVersion = `${GROUP}/${VERSION}`;
  const schema = (): JsonSchemaProps => schemaOf(kind);
  const unwritten = (): never => refuse(notFound({ group: GROUP, plural }, ''));
  return {
    group: GROUP,
    version: VERSION,
    apiVersion,
    kind,
    plural,
    singular: '',
    listKind: `${kind}List`,
    namespaced,
    shortNames: [],
    categories: [],
    verbs: ['get', 'list'],
    subresources: new Map(),
    // A server of its own serves it, behind the API server: what concerns both is as for custom resources.
    custom: true,
    virtual: false,
    computed,
    collection: `${GROUP}/${plural}`,
    storage: { group: GROUP, version: VERSION, kind },
    discoveredStorageVersion: '',
    registryName: `${GROUP}/${plural}`,
    storedAsJson: true,
    codec: { decode: unwritten, encode: unwritten },
    strategy: genericStrategy,
    fieldLabels: metadataLabels,
    columns: metricsColumns(kind),
    schema,
    managedEndpoint: managedEndpoints({ apiVersion, kind, strategy: genericStrategy, schema }),
    fromStorage: (object) => object,
    toStorage: (object) => object,
    warnings: [],
  };
}

const usageSchema: JsonSchemaProps = { type: 'object', additionalProperties: { type: 'string' } };

function schemaOf(kind: string): JsonSchemaProps {
  const container: JsonSchemaProps = {
    type: 'object',
    properties: { name: { type: 'string' }, usage: usageSchema },
    required: ['name', 'usage'],
  };
  return {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: serverSchemaOf('meta/v1.ObjectMeta'),
      timestamp: { type: 'string', format: 'date-time' },
      window: { type: 'string' },
      ...(kind === 'NodeMetrics' ? { usage: usageSchema } : { containers: { type: 'array', items: container } }),
    },
  };
}
