import {
  type DeepReadonly,
  equalJson,
  formatObjectKey,
  hasStatusCause,
  isNotFound,
  keyOf,
  type ObjectKey,
} from '@kb/apimachinery';
import { type Node, nodes, pods, services } from '@kb/kubernetes/core/v1';
import { type EndpointSlice, endpointSlices } from '@kb/kubernetes/discovery/v1';
import { type Controller, controllerFor, type EventHandler, type ReconcileClient } from '@kb/runtime';
import { filedByNode, NODE_INDEX } from '../../shared/node-index.ts';
import { optionsOf } from '../../simulation.ts';
import { followingPods, podsOfService, selectsPods, servicesOf } from '../shared/services-of-pods.ts';
import {
  desiredSlices,
  type LiveService,
  MANAGED_BY,
  MANAGER,
  SERVICE_NAME,
  type SliceContent,
  sliceLabels,
  sliceMetadata,
} from './desired-slices.ts';
import { createWrittenSlices, type WrittenSlices } from './written-slices.ts';

type LiveSlice = DeepReadonly<EndpointSlice>;

/**
 * Creates the EndpointSlice controller, which publishes the addresses and readiness of the Pods that a Service selects.
 */
export function endpointSliceController(): Controller {
  const written = createWrittenSlices();
  return followingPods(controllerFor(services).named('endpointslice-controller'))
    .watches(endpointSlices, serviceOfSlice)
    .watches(nodes, whenNodeAppears)
    .indexes(endpointSlices, SERVICE_INDEX, (slice) => serviceOfSlice(slice).map(formatObjectKey))
    .indexes(pods, NODE_INDEX, filedByNode)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(async ({ key, client }) => {
      const service = client.cached(services).get(key);
      // The garbage collector deletes the slices of a deleted Service.
      if (service === undefined || !selectsPods(service)) written.forget(formatObjectKey(key));
      else if (service.metadata.deletionTimestamp === undefined) await syncSlices(service, client, written);
    });
}

/** Wakes the Services of the Pods on a new node: without their node, Pods have no endpoints. */
const whenNodeAppears: EventHandler<Node> = {
  create: ({ object }, queue, reads) => {
    for (const pod of reads.cached(pods).byIndex(NODE_INDEX, object.metadata.name))
      for (const key of servicesOf(pod, reads)) queue.add(key);
  },
};

/** The name of the index of slices by the key of their Service. */
const SERVICE_INDEX = 'service';

function serviceOfSlice({ metadata: { namespace = '', labels = {} } }: LiveSlice): ObjectKey[] {
  return labels[MANAGED_BY] === MANAGER ? [{ namespace, name: labels[SERVICE_NAME] ?? '' }] : [];
}

async function syncSlices(service: LiveService, client: ReconcileClient, written: WrittenSlices): Promise<void> {
  const key = formatObjectKey(keyOf(service));
  const slices = client.cached(endpointSlices);
  const own = slices.byIndex(SERVICE_INDEX, key);
  const { namespace = '' } = service.metadata;
  if (written.isLost(key, own, () => slices.list({ namespace }))) return;
  const wanted = desiredSlices(service, podsOfService(client, service), (name) => client.cached(nodes).get({ name }));
  const existing = own.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  for (const [index, content] of wanted.entries()) {
    const slice = existing[index];
    const result = await (slice === undefined
      ? createSlice(service, content, client)
      : updateSlice(service, slice, content, client));
    if (result) written.add(key, result);
  }
  for (const slice of existing.slice(wanted.length)) await deleteSlice(slice, client);
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

async function updateSlice(
  service: LiveService,
  slice: LiveSlice,
  content: SliceContent,
  client: ReconcileClient,
): Promise<LiveSlice | undefined> {
  const labels = sliceLabels(service);
  const same =
    equalJson(slice.metadata.labels, labels) &&
    equalJson(slice.endpoints ?? [], content.endpoints ?? []) &&
    equalJson(slice.ports ?? [], content.ports ?? []);
  if (same) return undefined;
  const metadata = { ...slice.metadata, labels };
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
