import { keyOf } from '@kb/apimachinery';
import {
  type PersistentVolume,
  type PersistentVolumeClaim,
  persistentVolumeClaims,
  persistentVolumes,
  pods,
} from '@kb/kubernetes/core/v1';
import { type StorageClass, storageClasses } from '@kb/kubernetes/storage/v1';
import type { CachedReads, ControllerBuilder, EventHandler, KeyQueue, ReconcileClient } from '@kb/runtime';
import type { LiveNode, LivePod } from '../shared/kinds.ts';
import { CLAIM_INDEX, claimsOf, filedByClaim, isMadeFor, notMadeFor, UNSCHEDULED } from '../storage/claims-of-pod.ts';
import { bestVolume } from '../storage/match-volume.ts';
import {
  bindsLate,
  BOUND_BY_CONTROLLER,
  classNameOf,
  isBound,
  type LiveClaim,
  type LiveVolume,
  SELECTED_NODE,
  YES,
} from '../storage/storage-objects.ts';
import { matchesNodeTerms } from '../shared/node-affinity.ts';

/** The scheduler's words for a node that has no volume for a Pod. */
const NO_VOLUME = "node(s) didn't find available persistent volumes to bind";

/** Lets a scheduler read volumes, and wakes the Pods that wait for them. */
export function withVolumes(builder: ControllerBuilder): ControllerBuilder {
  return builder
    .watches(persistentVolumeClaims, claimsForPods)
    .watches(persistentVolumes, volumesForPods)
    .watches(storageClasses, classesForPods)
    .indexes(pods, CLAIM_INDEX, filedByClaim);
}

/** Why the claims of a Pod keep it from every node; undefined if they do not. */
export function claimProblem(pod: LivePod, reads: CachedReads): string | undefined {
  for (const { claim: name, ephemeral } of claimsOf(pod)) {
    const claim = claimNamed(pod, name, reads);
    if (claim === undefined) {
      const missing = `persistentvolumeclaim "${name}" not found`;
      return ephemeral
        ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
        : missing;
    }
    if (claim.status?.phase === 'Lost')
      return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec?.volumeName ?? ''}"`;
    if (claim.metadata.deletionTimestamp !== undefined) return `persistentvolumeclaim "${name}" is being deleted`;
    if (ephemeral && !isMadeFor(claim, pod)) return notMadeFor(claim, pod);
  }
  const waits = claimsOfPod(pod, reads).some((claim) => !isBound(claim) && !isLate(claim, reads));
  return waits ? 'pod has unbound immediate PersistentVolumeClaims' : undefined;
}

/** What the scheduler writes before it binds a Pod to a node. */
export interface VolumePlan {
  /** Volumes that exist, for claims that are not bound. */
  readonly reserved: readonly { readonly claim: LiveClaim; readonly volume: LiveVolume }[];
  /** Claims that get a volume on the node. */
  readonly provisioned: readonly LiveClaim[];
}

/** Returns how the claims of a Pod get their volumes on a node, or why they do not, in the scheduler's words. */
export function planVolumes(pod: LivePod, node: LiveNode, reads: CachedReads): VolumePlan | string {
  const reserved: { claim: LiveClaim; volume: LiveVolume }[] = [];
  const provisioned: LiveClaim[] = [];
  for (const claim of claimsOfPod(pod, reads)) {
    if (isBound(claim)) {
      const volume = reads.cached(persistentVolumes).get({ name: claim.spec?.volumeName ?? '' });
      if (volume === undefined) return 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';
      if (!reaches(volume, node)) return "node(s) didn't match PersistentVolume's node affinity";
      continue;
    }
    const selected = claim.metadata.annotations?.[SELECTED_NODE];
    if (selected !== undefined && selected !== node.metadata.name) return NO_VOLUME;
    const volume = selected === undefined ? volumeFor(claim, node, reads) : undefined;
    if (volume !== undefined) reserved.push({ claim, volume });
    else if (canProvision(claim, node, reads)) provisioned.push(claim);
    else return NO_VOLUME;
  }
  return { reserved, provisioned };
}

/**
 * Writes what a plan says. Resolves with true if all volumes are there already; with false if the binder and the
 * provisioner have work to do first: then the claims wake the Pod again.
 */
export async function carryOut(plan: VolumePlan, node: LiveNode, client: ReconcileClient): Promise<boolean> {
  for (const { claim, volume } of plan.reserved) {
    const { namespace, name, uid, resourceVersion } = claim.metadata;
    if (volume.spec?.claimRef?.uid === uid) continue;
    const annotations = { ...volume.metadata.annotations, [BOUND_BY_CONTROLLER]: YES };
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid, resourceVersion };
    const spec = { ...volume.spec, claimRef };
    await client.update(persistentVolumes, {
      ...volume,
      metadata: { ...volume.metadata, annotations },
      spec,
    } as LiveVolume);
  }
  for (const claim of plan.provisioned) {
    if (claim.metadata.annotations?.[SELECTED_NODE] === node.metadata.name) continue;
    const annotations = { ...claim.metadata.annotations, [SELECTED_NODE]: node.metadata.name };
    await client.update(persistentVolumeClaims, { ...claim, metadata: { ...claim.metadata, annotations } });
  }
  return plan.reserved.length === 0 && plan.provisioned.length === 0;
}

const claimNamed = ({ metadata }: LivePod, name: string, { cached }: CachedReads): LiveClaim | undefined =>
  cached(persistentVolumeClaims).get({ namespace: metadata.namespace ?? '', name });

const claimsOfPod = (pod: LivePod, reads: CachedReads): readonly LiveClaim[] =>
  claimsOf(pod).flatMap(({ claim }) => claimNamed(pod, claim, reads) ?? []);

const isLate = (claim: LiveClaim, { cached }: CachedReads): boolean =>
  (claim.spec?.volumeName ?? '') === '' && bindsLate(cached(storageClasses).get({ name: classNameOf(claim) }));

/** Whether a volume can be used on a node. */
const reaches = ({ spec }: LiveVolume, node: LiveNode): boolean =>
  spec?.nodeAffinity?.required === undefined || matchesNodeTerms(spec.nodeAffinity.required.nodeSelectorTerms, node);

function volumeFor(claim: LiveClaim, node: LiveNode, { cached }: CachedReads): LiveVolume | undefined {
  const isTaken = ({ spec }: LiveVolume): boolean => spec?.claimRef !== undefined;
  const volumes = cached(persistentVolumes).list();
  const ordered = [...volumes.filter(isTaken), ...volumes.filter((volume) => !isTaken(volume))];
  return bestVolume(claim, ordered, { reaches: (volume) => reaches(volume, node) });
}

/** Whether the class of a claim makes volumes for a node. */
function canProvision(claim: LiveClaim, node: LiveNode, { cached }: CachedReads): boolean {
  const storageClass = cached(storageClasses).get({ name: classNameOf(claim) });
  const { provisioner = '', allowedTopologies = [] } = storageClass ?? {};
  if (provisioner === '' || provisioner === 'kubernetes.io/no-provisioner') return false;
  const labels = node.metadata.labels ?? {};
  return (
    allowedTopologies.length === 0 ||
    allowedTopologies.some(({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.every(({ key, values }) => values.includes(labels[key] ?? '')),
    )
  );
}

/** Wakes the Pods that use a claim. */
const claimsForPods: EventHandler<PersistentVolumeClaim> = {
  create: ({ object }, queue, reads) => wakeUsers(object, queue, reads),
  update: ({ object }, queue, reads) => wakeUsers(object, queue, reads),
  delete: ({ object }, queue, reads) => wakeUsers(object, queue, reads),
};

function wakeUsers({ metadata }: LiveClaim, queue: KeyQueue, { cached }: CachedReads): void {
  const users = cached(pods).byIndex(CLAIM_INDEX, `${metadata.namespace ?? ''}/${metadata.name}`);
  for (const pod of users) if ((pod.spec.nodeName ?? '') === '') queue.add(keyOf(pod));
}

/** Wakes the Pods that wait for volumes, when one is free. */
const volumesForPods: EventHandler<PersistentVolume> = {
  create: ({ object }, queue, reads) => wakeWaiting(object, queue, reads),
  update: ({ object }, queue, reads) => wakeWaiting(object, queue, reads),
};

function wakeWaiting({ spec, status }: LiveVolume, queue: KeyQueue, reads: CachedReads): void {
  if (spec?.claimRef === undefined && status?.phase === 'Available') wakeAll(queue, reads);
}

const classesForPods: EventHandler<StorageClass> = {
  create: (_event, queue, reads) => wakeAll(queue, reads),
  update: (_event, queue, reads) => wakeAll(queue, reads),
};

function wakeAll(queue: KeyQueue, { cached }: CachedReads): void {
  for (const pod of cached(pods).byIndex(CLAIM_INDEX, UNSCHEDULED)) queue.add(keyOf(pod));
}
