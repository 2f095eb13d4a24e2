import {
  type DeepReadonly,
  equalJson,
  formatObjectKey,
  hasStatusCause,
  isNotFound,
  keyOf,
  type ObjectKey,
  parseObjectKey,
} from '@kb/apimachinery';
import { type Node, nodes, pods, services } from '@kb/kubernetes/core/v1';
import { type EndpointSlice, endpointSlices } from '@kb/kubernetes/discovery/v1';
import {
  type CachedReads,
  type Controller,
  controllerFor,
  type EventHandler,
  type KeyQueue,
  type ReconcileClient,
} from '@kb/runtime';
import type { LiveNode } from '../../shared/kinds.ts';
import { filedByNode, NODE_INDEX } from '../../shared/node-index.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { followingPods, podsOfService, selectsPods, servicesOf } from '../shared/services-of-pods.ts';
import {
  desiredSlices,
  isTopologyAware,
  type LiveService,
  MANAGED_BY,
  MANAGER,
  SERVICE_NAME,
  type SliceContent,
  sliceLabels,
  sliceMetadata,
} from './desired-slices.ts';
import { createWrittenSlices, type WrittenSlices } from './written-slices.ts';
import { cpuOfZones, isReadyNode, ZONE_LABEL } from './zones/cpu-of-zones.ts';
import { createZoneHints, type HintsEvent, type PlannedEndpoints, type ZoneHints } from './zones/zone-hints.ts';

type LiveSlice = DeepReadonly<EndpointSlice>;

/**
 * Creates the EndpointSlice controller, which publishes the addresses and readiness of the Pods that a Service selects.
 */
export function endpointSliceController({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-controller-manager', 'endpoint-slice-controller');
  const memory: SliceMemory = { written: createWrittenSlices(), hints: createZoneHints() };
  return followingPods(controllerFor(services).named('endpointslice-controller'))
    .watches(endpointSlices, serviceOfSlice)
    .watches(nodes, whenNodeAppears)
    .watches(nodes, whenZonesChange(memory.hints))
    .indexes(endpointSlices, SERVICE_INDEX, (slice) => serviceOfSlice(slice).map(formatObjectKey))
    .indexes(pods, NODE_INDEX, filedByNode)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(async ({ key, client }) => {
      const service = client.cached(services).get(key);
      // The garbage collector deletes the slices of a deleted Service.
      if (service === undefined || !selectsPods(service)) forget(memory, formatObjectKey(key));
      else if (service.metadata.deletionTimestamp === undefined) {
        const events = await syncSlices(service, client, memory);
        for (const { type, reason, message } of events) recorder.record(service, type, reason, message);
      }
    });
}

/** What the controller remembers of the slices of Services. */
interface SliceMemory {
  readonly written: WrittenSlices;
  readonly hints: ZoneHints;
}

function forget({ written, hints }: SliceMemory, key: string): void {
  written.forget(key);
  hints.remove(key);
}

/** Wakes the Services of the Pods on a new node: without their node, Pods have no endpoints. */
const whenNodeAppears: EventHandler<Node> = {
  create: ({ object }, queue, reads) => {
    for (const pod of reads.cached(pods).byIndex(NODE_INDEX, object.metadata.name))
      for (const key of servicesOf(pod, reads)) queue.add(key);
  },
};

/** Wakes the Services whose endpoints no longer fit the CPUs of zones. */
function whenZonesChange(hints: ZoneHints): EventHandler<Node> {
  const wake = (queue: KeyQueue, { cached }: CachedReads): void => {
    for (const service of hints.overloaded(cpuOfZones(cached(nodes).list()))) queue.add(parseObjectKey(service));
  };
  return {
    create: (_, queue, reads) => wake(queue, reads),
    update: ({ objectOld: before, object: after }, queue, reads) => {
      const zone = ({ metadata }: LiveNode): string | undefined => metadata.labels?.[ZONE_LABEL];
      if (isReadyNode(before) !== isReadyNode(after) || zone(before) !== zone(after)) wake(queue, reads);
    },
    delete: (_, queue, reads) => wake(queue, reads),
  };
}

/** The name of the index of slices by the key of their Service. */
const SERVICE_INDEX = 'service';

function serviceOfSlice({ metadata: { namespace = '', labels = {} } }: LiveSlice): ObjectKey[] {
  return labels[MANAGED_BY] === MANAGER ? [{ namespace, name: labels[SERVICE_NAME] ?? '' }] : [];
}

async function syncSlices(
  service: LiveService,
  client: ReconcileClient,
  { written, hints }: SliceMemory,
): Promise<readonly HintsEvent[]> {
  const key = formatObjectKey(keyOf(service));
  const slices = client.cached(endpointSlices);
  const own = slices.byIndex(SERVICE_INDEX, key);
  const { namespace = '' } = service.metadata;
  if (written.isLost(key, own, () => slices.list({ namespace }))) return [];
  const nodeNamed = (name: string): LiveNode | undefined => client.cached(nodes).get({ name });
  const plan = desiredSlices(service, podsOfService(client, service), nodeNamed);
  const existing = own.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const { wanted, events } = withZoneHints(service, { plan, existing, hints, client });
  for (const [index, content] of wanted.entries()) {
    const slice = existing[index];
    const result = await (slice === undefined
      ? createSlice(service, content, client)
      : updateSlice(service, slice, content, client));
    if (result) written.add(key, result);
  }
  for (const slice of existing.slice(wanted.length)) await deleteSlice(slice, client);
  return events;
}

/** Adds hints to the slices of a Service, if its topology mode asks for them. */
function withZoneHints(
  service: LiveService,
  given: {
    readonly plan: readonly SliceContent[];
    readonly existing: readonly LiveSlice[];
    readonly hints: ZoneHints;
    readonly client: ReconcileClient;
  },
): { readonly wanted: readonly SliceContent[]; readonly events: readonly HintsEvent[] } {
  const { plan, existing, hints, client } = given;
  const key = formatObjectKey(keyOf(service));
  if (!isTopologyAware(service)) {
    const event = hints.remove(key);
    return { wanted: plan, events: event === undefined ? [] : [event] };
  }
  const planned = plan.map((content, index): PlannedEndpoints => {
    const { endpoints = [] } = content;
    const slice = existing[index];
    if (slice === undefined) return { endpoints, isNew: true };
    const current = slice.endpoints ?? [];
    const bare = { ...slice, endpoints: current.map(({ hints: _hints, ...endpoint }) => endpoint) };
    return { endpoints, isNew: false, ...(isSame(service, bare, content) && { current }) };
  });
  const { endpoints, events } = hints.add(key, planned, cpuOfZones(client.cached(nodes).list()));
  const wanted = plan.map((content, index) =>
    content.endpoints === undefined ? content : { ...content, endpoints: endpoints[index] ?? [] },
  );
  return { wanted, events };
}

async function createSlice(
  service: LiveService,
  content: SliceContent,
  client: ReconcileClient,
): Promise<LiveSlice | undefined> {
  try {
    return await client.create(endpointSlices, { metadata: sliceMetadata(service), ...content });
  } catch (error) {
    if (!hasStatusCause(error, 'NamespaceTerminating')) throw error;
    return undefined;
  }
}

const isSame = (service: LiveService, slice: LiveSlice, content: SliceContent): boolean =>
  equalJson(slice.metadata.labels, sliceLabels(service)) &&
  equalJson(slice.endpoints ?? [], content.endpoints ?? []) &&
  equalJson(slice.ports ?? [], content.ports ?? []);

async function updateSlice(
  service: LiveService,
  slice: LiveSlice,
  content: SliceContent,
  client: ReconcileClient,
): Promise<LiveSlice | undefined> {
  if (isSame(service, slice, content)) return undefined;
  const metadata = { ...slice.metadata, labels: sliceLabels(service) };
  const { endpoints: _, ports: __, ...kept } = slice;
  return client.update(endpointSlices, { ...kept, metadata, ...content });
}

async function deleteSlice(slice: LiveSlice, client: ReconcileClient): Promise<void> {
  try {
    await client.delete(endpointSlices, keyOf(slice), { preconditions: { uid: slice.metadata.uid } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
