import {
  type DeepReadonly,
  equalJson,
  formatObjectKey,
  hasStatusCause,
  isNotFound,
  keyOf,
  type ObjectKey,
} from '@kb/apimachinery';
import { services } from '@kb/kubernetes/core/v1';
import { type EndpointSlice, endpointSlices } from '@kb/kubernetes/discovery/v1';
import { asReconciler, type Controller, controllerFor, type ReconcileClient } from '@kb/runtime';
import { optionsOf } from '../../simulation.ts';
import { followingPods, podsOfService, selectsPods } from '../shared/services-of-pods.ts';
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

type LiveSlice = DeepReadonly<EndpointSlice>;

/**
 * Creates the EndpointSlice controller, which publishes the addresses and readiness of the Pods that a Service selects.
 */
export function endpointSliceController(): Controller {
  return followingPods(controllerFor(services).named('endpointslice-controller'))
    .watches(endpointSlices, serviceOfSlice)
    .indexes(endpointSlices, SERVICE_INDEX, (slice) => serviceOfSlice(slice).map(formatObjectKey))
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(
      asReconciler(services, async (service, { client }) => {
        // The garbage collector deletes the slices of a deleted Service.
        if (selectsPods(service) && service.metadata.deletionTimestamp === undefined) await syncSlices(service, client);
      }),
    );
}

/** The name of the index of slices by the key of their Service. */
const SERVICE_INDEX = 'service';

function serviceOfSlice({ metadata: { namespace = '', labels = {} } }: LiveSlice): ObjectKey[] {
  return labels[MANAGED_BY] === MANAGER ? [{ namespace, name: labels[SERVICE_NAME] ?? '' }] : [];
}

async function syncSlices(service: LiveService, client: ReconcileClient): Promise<void> {
  const wanted = desiredSlices(service, podsOfService(client, service));
  const existing = client
    .cached(endpointSlices)
    .byIndex(SERVICE_INDEX, formatObjectKey(keyOf(service)))
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  for (const [index, content] of wanted.entries()) {
    const slice = existing[index];
    await (slice === undefined ? createSlice(service, content, client) : updateSlice(service, slice, content, client));
  }
  for (const slice of existing.slice(wanted.length)) await deleteSlice(slice, client);
}

async function createSlice(service: LiveService, content: SliceContent, client: ReconcileClient): Promise<void> {
  try {
    await client.create(endpointSlices, { metadata: sliceMetadata(service), ...content });
  } catch (error) {
    if (!hasStatusCause(error, 'NamespaceTerminating')) throw error;
  }
}

async function updateSlice(
  service: LiveService,
  slice: LiveSlice,
  content: SliceContent,
  client: ReconcileClient,
): Promise<void> {
  const labels = sliceLabels(service);
  const same =
    equalJson(slice.metadata.labels, labels) &&
    equalJson(slice.endpoints ?? [], content.endpoints ?? []) &&
    equalJson(slice.ports ?? [], content.ports ?? []);
  if (same) return;
  const metadata = { ...slice.metadata, labels };
  const { endpoints: _, ports: __, ...kept } = slice;
  await client.update(endpointSlices, { ...kept, metadata, ...content });
}

async function deleteSlice(slice: LiveSlice, client: ReconcileClient): Promise<void> {
  try {
    await client.delete(endpointSlices, keyOf(slice), { preconditions: { uid: slice.metadata.uid } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
