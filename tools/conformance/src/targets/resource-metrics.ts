import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type ContainerUsage, formatTime, type HostedPod, parseTime } from '@kb/apimachinery';
import { type Client, systemClock } from '@kb/client';
import { apiServices } from '@kb/kubernetes/apiregistration/v1';
import { nodes, type Pod, pods, services } from '@kb/kubernetes/core/v1';
import { createSelfSignedCertificate } from '@kb/runtime/serving';
import { createSimulatedContainers } from '@kb/simulation';
import { scenarioImages } from './scenario-images.ts';

const GROUP = 'metrics.k8s.io';
const GROUP_VERSION = `${GROUP}/v1beta1`;
const ROOT = `/apis/${GROUP_VERSION}`;
const PODS = new RegExp(`^${ROOT}(?:/namespaces/([^/]+))?/pods(?:/([^/]+))?$`);
const NODES = new RegExp(`^${ROOT}/nodes(?:/([^/]+))?$`);
const WINDOW_MS = 15_000;
const placement = { name: 'metrics', namespace: 'kube-system' };

/**
 * Serves metrics.k8s.io on a real control plane, as metrics-server does: what the simulated containers use, as the
 * embedded server reports it. kube-apiserver sends requests to a server on loopback, which is registered with it.
 */
export async function serveResourceMetrics(client: Client): Promise<{ stop(): void }> {
  const { cert, key } = await createSelfSignedCertificate({ now: systemClock.now() });
  const server = createServer({ cert, key }, (request, response) => {
    // Requests that come while everything stops cannot be answered.
    void answer(client, request.url ?? '')
      .catch(() => ({ code: 503, body: failure }))
      .then(({ code, body }) => {
        response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  const { port } = server.address() as AddressInfo;
  // Of a Service of this type, kube-apiserver takes the name for the address.
  await client.create(services, { metadata: placement, spec: { type: 'ExternalName', externalName: 'localhost' } });
  await client.create(apiServices, {
    metadata: { name: 'v1beta1.metrics.k8s.io' },
    spec: {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      insecureSkipTLSVerify: true,
      service: { ...placement, port },
    },
  });
  return {
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Answer {
  readonly code: number;
  readonly body: object;
}

async function answer(client: Client, target: string): Promise<Answer> {
  const { pathname, searchParams } = new URL(target, 'https://localhost');
  if (pathname === ROOT) return { code: 200, body: resourceList };
  const [isOfPods, namespace = '', pod = ''] = PODS.exec(pathname) ?? [];
  if (isOfPods !== undefined)
    return pod === '' ? podList(client, namespace, searchParams) : onePod(client, namespace, pod);
  const [isOfNodes, node = ''] = NODES.exec(pathname) ?? [];
  if (isOfNodes !== undefined) return nodeMetrics(client, node);
  return { code: 404, body: failure };
}

async function podList(client: Client, namespace: string, query: URLSearchParams): Promise<Answer> {
  const labelSelector = query.get('labelSelector') ?? '';
  const fieldSelector = query.get('fieldSelector') ?? '';
  const { items } = await client.list(pods, { namespace, labelSelector, fieldSelector });
  return listOf('PodMetricsList', items.flatMap(metricsOf));
}

async function onePod(client: Client, namespace: string, name: string): Promise<Answer> {
  const found = (await client.list(pods, { namespace })).items.find(({ metadata }) => metadata.name === name);
  if (found === undefined) return missing('pods', '', name);
  const [body] = metricsOf(found);
  return body === undefined ? missing('podmetrics', GROUP, `${namespace}/${name}`) : { code: 200, body };
}

/** The metrics of all nodes or of one: what all containers use that run there. */
async function nodeMetrics(client: Client, name: string): Promise<Answer> {
  const all = (await client.list(nodes)).items;
  if (name !== '' && !all.some(({ metadata }) => metadata.name === name)) return missing('node', '', name);
  const hosted = (await client.list(pods)).items;
  const measured = all
    .filter(({ metadata }) => name === '' || metadata.name === name)
    .map((node) => {
      const used = hosted
        .filter(({ spec }) => spec.nodeName === node.metadata.name)
        .flatMap((pod) => usagesOf(pod).map(({ used }) => used));
      return objectOf('NodeMetrics', node.metadata, { usage: quantities(sumOf(used)) });
    });
  return name === '' ? listOf('NodeMetricsList', measured) : { code: 200, body: measured[0] ?? failure };
}

const listOf = (kind: string, items: readonly object[]): Answer => ({
  code: 200,
  body: {
    kind,
    apiVersion: GROUP_VERSION,
    metadata: {},
    // The kind of a list says what its items are.
    items: items.map((item) => ({ ...item, kind: undefined, apiVersion: undefined })),
  },
});

/** The response of metrics-server for what does not exist. */
function missing(kind: string, group: string, name: string): Answer {
  const resource = group === '' ? kind : `${kind}.${group}`;
  const details = { name, ...(group !== '' && { group }), kind };
  const message = `${resource} "${name}" not found`;
  return { code: 404, body: { ...failure, metadata: {}, message, reason: 'NotFound', details, code: 404 } };
}

const failure = { kind: 'Status', apiVersion: 'v1', status: 'Failure' };

const resourceList = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: GROUP_VERSION,
  resources: [
    { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: ['get', 'list'] },
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
  ],
};

const { usage } = createSimulatedContainers({ clock: systemClock, images: scenarioImages });

interface MeasuredContainer {
  readonly name: string;
  readonly startedAt: number;
  readonly used: ContainerUsage;
}

/** What the running containers of a Pod use. */
function usagesOf(pod: Pod): MeasuredContainer[] {
  return (pod.status?.containerStatuses ?? []).flatMap(({ name, image, restartCount, state }) => {
    const startedAt = parseTime(state?.running?.startedAt ?? '');
    if (startedAt === undefined) return [];
    const target = { pod: pod as unknown as HostedPod, container: name, image, restartCount, startedAt };
    const used = usage?.(target);
    return used === undefined ? [] : [{ name, startedAt, used }];
  });
}

/** Returns the metrics of a Pod; none until all its containers have run for the whole interval. */
function metricsOf(pod: Pod): object[] {
  const now = systemClock.now();
  const measured = usagesOf(pod);
  if (measured.length === 0 || measured.some(({ startedAt }) => now - startedAt < WINDOW_MS)) return [];
  const containers = measured.map(({ name, used }) => ({ name, usage: quantities(used) }));
  return [objectOf('PodMetrics', pod.metadata, { containers })];
}

function objectOf(kind: string, { name, namespace, labels }: Pod['metadata'], rest: object): object {
  const timestamp = formatTime(systemClock.now());
  const metadata = { name, namespace, creationTimestamp: timestamp, labels };
  return { kind, apiVersion: GROUP_VERSION, metadata, timestamp, window: '15s', ...rest };
}

const quantities = ({ cpuMillis, memoryBytes }: ContainerUsage): object => ({
  cpu: `${Math.round(cpuMillis * 1e6)}n`,
  memory: `${Math.ceil(memoryBytes / 1024)}Ki`,
});

const sumOf = (used: readonly ContainerUsage[]): ContainerUsage => ({
  cpuMillis: used.reduce((sum, { cpuMillis }) => sum + cpuMillis, 0),
  memoryBytes: used.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
});
