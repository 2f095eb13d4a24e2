import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { formatTime, type HostedPod, parseTime } from '@kb/apimachinery';
import { type Client, systemClock } from '@kb/client';
import { apiServices } from '@kb/kubernetes/apiregistration/v1';
import { type Pod, pods, services } from '@kb/kubernetes/core/v1';
import { createSelfSignedCertificate } from '@kb/runtime/serving';
import { createSimulatedContainers } from '@kb/simulation';
import { scenarioImages } from './scenario-images.ts';

const GROUP_VERSION = 'metrics.k8s.io/v1beta1';
const ROOT = `/apis/${GROUP_VERSION}`;
const POD_LISTS = new RegExp(`^${ROOT}/namespaces/([^/]+)/pods$`);
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
  const [, namespace] = POD_LISTS.exec(pathname) ?? [];
  if (namespace === undefined) return { code: 404, body: failure };
  const labelSelector = searchParams.get('labelSelector') ?? '';
  const { items } = await client.list(pods, { namespace, labelSelector });
  const body = { kind: 'PodMetricsList', apiVersion: GROUP_VERSION, metadata: {}, items: items.flatMap(metricsOf) };
  return { code: 200, body };
}

const failure = { kind: 'Status', apiVersion: 'v1', status: 'Failure' };

const resourceList = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: GROUP_VERSION,
  resources: [{ name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] }],
};

const { usage } = createSimulatedContainers({ clock: systemClock, images: scenarioImages });

/** Returns the metrics of a Pod; none until all its containers have run for the whole interval. */
function metricsOf(pod: Pod): object[] {
  const now = systemClock.now();
  const containers: object[] = [];
  for (const { name, image, restartCount, state } of pod.status?.containerStatuses ?? []) {
    const startedAt = parseTime(state?.running?.startedAt ?? '');
    if (startedAt === undefined) continue;
    if (now - startedAt < WINDOW_MS) return [];
    const target = { pod: pod as unknown as HostedPod, container: name, image, restartCount, startedAt };
    const used = usage?.(target);
    if (used === undefined) continue;
    const { cpuMillis, memoryBytes } = used;
    containers.push({
      name,
      usage: { cpu: `${Math.round(cpuMillis * 1e6)}n`, memory: `${Math.ceil(memoryBytes / 1024)}Ki` },
    });
  }
  if (containers.length === 0) return [];
  const { name, namespace, labels } = pod.metadata;
  const timestamp = formatTime(now);
  return [
    { metadata: { name, namespace, labels, creationTimestamp: timestamp }, timestamp, window: '15s', containers },
  ];
}
