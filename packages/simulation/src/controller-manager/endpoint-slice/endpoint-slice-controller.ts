import { type DeepReadonly, equalJson, isNotFound, labelsMatch } from '@kb/apimachinery';
import { pods, services } from '@kb/kubernetes/core/v1';
import { type EndpointSlice, endpointSlices } from '@kb/kubernetes/discovery/v1';
import { isNamespaceTerminating } from '../../api/errors.ts';
import type { SimulationContext } from '../../api/simulation-context.ts';
import type { LivePod } from '../../shared/kinds.ts';
import {
  desiredSlices,
  isSelecting,
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
 * Runs the EndpointSlice controller: the Pods that a Service selects, with their addresses and whether they are ready.
 * Endpoints objects are not written.
 */
export function runEndpointSliceController(context: SimulationContext): void {
  const client = context.client('kube-controller-manager');
  const informer = context.informer(services);
  const podInformer = context.informer(pods);
  const slices = context.informer(endpointSlices);
  const slicesOf = slices.index((slice) => (isOurs(slice) ? [serviceKeyOf(slice)] : []));
  const queue = context.queue('endpointslice-controller', [informer, podInformer, slices], (key) => reconcile(key));

  informer.subscribe(({ after }) => {
    if (after !== undefined) queue.add(keyOf(after));
  });
  podInformer.subscribe(({ before, after }) => {
    if (before && after && !isRelevant(before, after)) return;
    for (const service of informer.list((after ?? before)?.metadata.namespace ?? '')) {
      if ((before && selects(service, before)) || (after && selects(service, after))) queue.add(keyOf(service));
    }
  });
  slices.subscribe(({ before, after }) => {
    for (const slice of [before, after]) if (slice !== undefined && isOurs(slice)) queue.add(serviceKeyOf(slice));
  });

  async function reconcile(key: string): Promise<undefined> {
    const [namespace = '', name = ''] = key.split('/');
    const service = informer.get({ namespace, name });
    // The slices of a Service that is gone are the garbage collector's.
    if (service === undefined || !isSelecting(service)) return;
    const selected = [...podInformer.list(namespace)].filter((pod) => selects(service, pod));
    const wanted = desiredSlices(service, selected);
    const existing = [...slicesOf(key)].filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    for (const [index, content] of wanted.entries()) await writeSlice(service, existing[index], content);
    for (const slice of existing.slice(wanted.length)) await deleteSlice(slice);
  }

  async function writeSlice(service: LiveService, slice: LiveSlice | undefined, content: SliceContent): Promise<void> {
    if (slice === undefined) {
      try {
        slices.observe(await client.create(endpointSlices, { metadata: sliceMetadata(service), ...content }));
      } catch (error) {
        if (!isNamespaceTerminating(error)) throw error;
      }
      return;
    }
    const labels = sliceLabels(service);
    const same =
      equalJson(slice.metadata.labels, labels) &&
      equalJson(slice.endpoints ?? [], content.endpoints ?? []) &&
      equalJson(slice.ports ?? [], content.ports ?? []);
    if (same) return;
    const metadata = { ...slice.metadata, labels };
    const { endpoints, ports } = content;
    slices.observe(await client.update(endpointSlices, { ...slice, metadata, endpoints, ports }));
  }

  async function deleteSlice(slice: LiveSlice): Promise<void> {
    try {
      await client.delete(endpointSlices, slice.metadata, { preconditions: { uid: slice.metadata.uid } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

const selects = (service: LiveService, pod: LivePod): boolean =>
  isSelecting(service) && labelsMatch(service.spec.selector ?? {}, pod.metadata.labels);

/** Whether a change of a Pod can change an endpoint. */
function isRelevant(before: LivePod, after: LivePod): boolean {
  const seen = ({ metadata, status, spec }: LivePod): unknown => [
    metadata.labels,
    metadata.deletionTimestamp,
    status?.phase,
    status?.podIP,
    status?.conditions?.find(({ type }) => type === 'Ready')?.status,
    spec.nodeName,
  ];
  return !equalJson(seen(before), seen(after));
}

const isOurs = ({ metadata }: LiveSlice): boolean => metadata.labels?.[MANAGED_BY] === MANAGER;

const serviceKeyOf = ({ metadata: { namespace = '', labels = {} } }: LiveSlice): string =>
  `${namespace}/${labels[SERVICE_NAME] ?? ''}`;

const keyOf = ({ metadata: { namespace = '', name } }: LiveService): string => `${namespace}/${name}`;
