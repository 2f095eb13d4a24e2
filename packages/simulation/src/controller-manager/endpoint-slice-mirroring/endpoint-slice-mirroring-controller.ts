import {
  type DeepReadonly,
  equalJson,
  formatObjectKey,
  hasStatusCause,
  isNotFound,
  keyOf,
  type ObjectKey,
  ownerReferenceTo,
} from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { type Endpoints, endpoints, type Service, services } from '@kb/kubernetes/core/v1';
import { type EndpointSlice, endpointSlices } from '@kb/kubernetes/discovery/v1';
import { type Controller, newController, type Predicate, type ReconcileClient } from '@kb/runtime';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { groupOf, type LiveEndpoints, MAX_ADDRESSES, type MirroredContent, mirrorOf } from './mirrored-slices.ts';

type LiveSlice = DeepReadonly<EndpointSlice>;

const SERVICE_NAME = 'kubernetes.io/service-name';
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const MANAGER = 'endpointslicemirroring-controller.k8s.io';
const SKIP = 'endpointslice.kubernetes.io/skip-mirror';
const LEADER = 'control-plane.alpha.kubernetes.io/leader';
/** Annotations of Endpoints that their slices do not have. */
const ownAnnotations = [
  'endpoints.kubernetes.io/last-change-trigger-time',
  'kubectl.kubernetes.io/last-applied-configuration',
];
const MIRROR_INDEX = 'mirrored';
const FIRST_RETRY_MS = 1000;

/**
 * Creates the controller that mirrors Endpoints which a user wrote for a Service without a selector: it keeps
 * EndpointSlices with the same addresses.
 */
export function endpointSliceMirroringController({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-controller-manager', 'endpoint-slice-mirroring-controller');
  return newController()
    .named('endpointslice-mirroring-controller')
    .watches(endpoints, (one) => [keyOf(one)], { predicates: [concernsMirror] })
    .watches(services, (service) => [keyOf(service)], { predicates: [changesMirroring] })
    .watches(endpointSlices, mirroredBy)
    .indexes(endpointSlices, MIRROR_INDEX, (slice) => mirroredBy(slice).map(formatObjectKey))
    .withOptions(optionsOf('kube-controller-manager', undefined, FIRST_RETRY_MS))
    .reconcile(async ({ key, client }) => {
      const service = client.cached(services).get(key);
      const source = client.cached(endpoints).get(key);
      const existing = client.cached(endpointSlices).byIndex(MIRROR_INDEX, formatObjectKey(key));
      if (source === undefined || service === undefined || !isMirrored(source) || hasSelector(service)) {
        for (const slice of existing) await deleteSlice(slice, client);
        return;
      }
      const { slices, invalid, skipped } = mirrorOf(source);
      if (invalid > 0) {
        const message = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
        recorder.record(source, 'Warning', 'InvalidIPAddress', message);
      }
      if (skipped > invalid) {
        const message = `A max of ${MAX_ADDRESSES} addresses can be mirrored to EndpointSlices per Endpoints subset. ${skipped} addresses were skipped`;
        recorder.record(source, 'Warning', 'TooManyAddressesToMirror', message);
      }
      await write(source, slices, existing, client);
    });
}

/** The key of the Endpoints that a slice mirrors; none for slices of others. */
function mirroredBy({ metadata: { namespace = '', labels = {} } }: LiveSlice): ObjectKey[] {
  return labels[MANAGED_BY] === MANAGER ? [{ namespace, name: labels[SERVICE_NAME] ?? '' }] : [];
}

const isMirrored = ({ metadata: { labels, annotations } }: LiveEndpoints): boolean =>
  labels?.[SKIP] !== 'true' && annotations?.[LEADER] === undefined;

const hasSelector = ({ spec }: DeepReadonly<Service>): boolean => Object.keys(spec.selector ?? {}).length > 0;

const concernsMirror: Predicate<Endpoints> = (event) =>
  isMirrored(event.object) || (event.type === 'update' && isMirrored(event.objectOld));

const changesMirroring: Predicate<Service> = (event) =>
  event.type === 'update' ? hasSelector(event.object) !== hasSelector(event.objectOld) : !hasSelector(event.object);

/** Writes slices: each takes the place of one with the same ports, or else of one that is no longer needed. */
async function write(
  source: LiveEndpoints,
  slices: readonly MirroredContent[],
  existing: readonly LiveSlice[],
  client: ReconcileClient,
): Promise<void> {
  const byGroup = Map.groupBy(existing, groupOf);
  const spare: LiveSlice[] = [];
  const missing: MirroredContent[] = [];
  const updates: (readonly [MirroredContent, LiveSlice])[] = [];
  const wanted = new Set(slices.map(groupOf));
  for (const [group, own] of byGroup) spare.push(...(wanted.has(group) ? own.slice(1) : own));
  for (const content of slices) {
    const [slice] = byGroup.get(groupOf(content)) ?? [];
    if (slice === undefined) missing.push(content);
    else if (!isUpToDate(source, content, slice)) updates.push([content, withoutPrefix(slice)]);
  }
  const created: MirroredContent[] = [];
  for (const content of missing) {
    const index = spare.findIndex(({ addressType }) => addressType === content.addressType);
    const [slice] = index === -1 ? [] : spare.splice(index, 1);
    if (slice === undefined) created.push(content);
    else updates.push([content, slice]);
  }
  if (source.metadata.deletionTimestamp === undefined)
    for (const content of created) if (!(await createSlice(source, content, client))) return;
  for (const [content, slice] of updates) {
    await client.update(endpointSlices, {
      ...slice,
      metadata: { ...slice.metadata, ...metadataOf(source) },
      ...content,
    });
  }
  for (const slice of spare) await deleteSlice(slice, client);
}

/** The original replaces a slice with one that has its name, and no prefix. */
function withoutPrefix({ metadata: { generateName: _prefix, ...metadata }, ...slice }: LiveSlice): LiveSlice {
  return { ...slice, metadata };
}

/** Creates a slice. Returns false if the namespace is being deleted. */
async function createSlice(source: LiveEndpoints, content: MirroredContent, client: ReconcileClient): Promise<boolean> {
  const { name } = source.metadata;
  // The longest names leave no room for the dash.
  const generateName = name.length < MAX_NAME_LENGTH ? `${name}-` : name;
  try {
    await client.create(endpointSlices, { metadata: { ...metadataOf(source), generateName }, ...content });
    return true;
  } catch (error) {
    if (!hasStatusCause(error, 'NamespaceTerminating')) throw error;
    return false;
  }
}

const MAX_NAME_LENGTH = 253;

function metadataOf(source: LiveEndpoints) {
  const { namespace, name, labels } = source.metadata;
  return {
    ...(namespace !== undefined && { namespace }),
    labels: { ...labels, [SERVICE_NAME]: name, [MANAGED_BY]: MANAGER },
    annotations: annotationsOf(source),
    ownerReferences: [ownerReferenceTo(source, source, { controller: true, blockOwnerDeletion: true })],
  };
}

const annotationsOf = ({ metadata: { annotations = {} } }: LiveEndpoints): Record<string, string> =>
  Object.fromEntries(Object.entries(annotations).filter(([key]) => !ownAnnotations.includes(key)));

function isUpToDate(source: LiveEndpoints, content: MirroredContent, slice: LiveSlice): boolean {
  const { [SERVICE_NAME]: _name, [MANAGED_BY]: _manager, ...labels } = slice.metadata.labels ?? {};
  const { uid, name } = source.metadata;
  const isOfAnother = slice.metadata.ownerReferences?.some(
    (owner) => owner.kind === 'Endpoints' && owner.name === name && owner.uid !== uid,
  );
  return (
    !isOfAnother &&
    equalJson(labels, source.metadata.labels ?? {}) &&
    equalJson(slice.metadata.annotations ?? {}, annotationsOf(source)) &&
    equalJson(inOrder(slice.endpoints ?? []), inOrder(content.endpoints))
  );
}

const inOrder = (list: NonNullable<LiveSlice['endpoints']>): string[] =>
  list.map((one) => stringifyJson(one, { sortKeys: true })).toSorted();

async function deleteSlice(slice: LiveSlice, client: ReconcileClient): Promise<void> {
  if (slice.metadata.deletionTimestamp !== undefined) return;
  try {
    await client.delete(endpointSlices, keyOf(slice), { preconditions: { uid: slice.metadata.uid } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
