import { isAlreadyExists, messageOfThrown } from '@kb/apimachinery';
import { type PersistentVolumeClaim, persistentVolumeClaims, type Pod } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';
import {
  belongsToEarlierPod,
  type ClaimingPod,
  claimOwners,
  isControlledByAnother,
  type LiveClaim,
  retainsWhenScaled,
} from './claim-owners.ts';
import { type LiveStatefulSet, memberName, parseMemberName } from './members.ts';
import { type ClaimTemplate, claimTemplatesOf, recordPodEvent, type SetSync } from './set-sync.ts';

const nameOf = ({ metadata }: ClaimTemplate): string => metadata?.name ?? '';

/** The name of the claim of a template for the Pod with an ordinal. */
const claimName = (set: LiveStatefulSet, template: ClaimTemplate, ordinal: number): string =>
  `${nameOf(template)}-${memberName(set, ordinal)}`;

/** Returns the volumes of a Pod: those of its claims, and others that it has. */
export function volumesOf(
  set: LiveStatefulSet,
  ordinal: number,
  others: LivePod['spec']['volumes'],
): Pod['spec']['volumes'] {
  const templates = claimTemplatesOf(set);
  const named = new Set(templates.map(nameOf));
  const own = templates.map((template) => ({
    name: nameOf(template),
    persistentVolumeClaim: { claimName: claimName(set, template, ordinal) },
  }));
  const rest = (others ?? []).filter(({ name }) => !named.has(name));
  // Volumes are sent unchanged.
  return own.length + rest.length === 0 ? undefined : ([...own, ...rest] as Pod['spec']['volumes']);
}

/** Whether a Pod has the volumes of its claims. */
export const hasClaimVolumes = (set: LiveStatefulSet, { metadata, spec }: LivePod): boolean =>
  claimTemplatesOf(set).every((template) => {
    const volume = spec.volumes?.find(({ name }) => name === nameOf(template));
    const ordinal = parseMemberName(metadata.name)?.ordinal ?? -1;
    return volume?.persistentVolumeClaim?.claimName === claimName(set, template, ordinal);
  });

/** Returns a Pod as the owner of its claims. */
export const asClaimingPod = (set: LiveStatefulSet, ordinal: number, pod: LivePod | undefined): ClaimingPod => ({
  ordinal,
  name: pod?.metadata.name ?? memberName(set, ordinal),
  uid: pod?.metadata.uid ?? '',
});

/** The claims of a Pod that exist. */
function existingClaims({ set, client }: SetSync, { ordinal }: ClaimingPod): LiveClaim[] {
  const cached = client.cached(persistentVolumeClaims);
  return claimTemplatesOf(set).flatMap((template) => {
    const name = claimName(set, template, ordinal);
    return cached.get({ namespace: set.metadata.namespace ?? '', name }) ?? [];
  });
}

/** Whether a Pod has to wait until the claims of an earlier Pod of its name are deleted. */
export const waitsForEarlierClaims = (sync: SetSync, pod: ClaimingPod): boolean =>
  !retainsWhenScaled(sync.set) && existingClaims(sync, pod).some((claim) => belongsToEarlierPod(claim, pod));

/** Whether the claims of a Pod have the owners that the set's policy wants. */
export const claimsHaveOwners = (sync: SetSync, pod: ClaimingPod): boolean =>
  existingClaims(sync, pod).every((claim) => claimOwners(claim, sync.set, pod) === undefined);

/** Gives the claims of a Pod the owners that the set's policy wants. Rejects as the client does. */
export async function mendClaimOwners(sync: SetSync, pod: ClaimingPod): Promise<void> {
  const { set, client, recorder } = sync;
  for (const claim of existingClaims(sync, pod)) {
    const { name } = claim.metadata;
    if (isControlledByAnother(claim, set, pod)) {
      const message = `PersistentVolumeClaim ${name} has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim`;
      recorder.record(set, 'Warning', 'ConflictingController', message);
    }
    const ownerReferences = claimOwners(claim, set, pod);
    if (ownerReferences === undefined) continue;
    try {
      await client.update(persistentVolumeClaims, { ...claim, metadata: { ...claim.metadata, ownerReferences } });
    } catch (error) {
      throw new Error(`could not update claim ${name} for delete policy ownerRefs: ${messageOfThrown(error)}`, {
        cause: error,
      });
    }
  }
}

/** Creates the claims of a Pod that are missing. Rejects if a claim cannot be created, or is being deleted. */
export async function createClaims(sync: SetSync, { ordinal, name: podName }: ClaimingPod): Promise<void> {
  const { set, client } = sync;
  const problems: string[] = [];
  for (const template of claimTemplatesOf(set)) {
    const claim = newClaim(set, template, ordinal);
    const existing = client.cached(persistentVolumeClaims).get(claim.metadata);
    if (existing?.metadata.deletionTimestamp !== undefined)
      problems.push(`pvc ${claim.metadata.name} is being deleted`);
    if (existing !== undefined) continue;
    const error = await createClaim(sync, claim, podName);
    if (error !== undefined) problems.push(`failed to create PVC ${claim.metadata.name}: ${messageOfThrown(error)}`);
  }
  if (problems.length > 0) throw new Error(problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`);
}

/** Creates a claim, and records an Event. Resolves with the error if the server refuses it. */
async function createClaim(
  { set, client, recorder }: SetSync,
  claim: ReturnType<typeof newClaim>,
  podName: string,
): Promise<unknown> {
  const { name } = claim.metadata;
  try {
    await client.create(persistentVolumeClaims, claim);
    const message = `Create Claim ${name} Pod ${podName} in StatefulSet ${set.metadata.name} success`;
    recorder.record(set, 'Normal', 'SuccessfulCreate', message);
    return undefined;
  } catch (error) {
    if (isAlreadyExists(error)) return error;
    const what = `Create Claim ${name} for Pod ${podName} in StatefulSet ${set.metadata.name}`;
    recorder.record(set, 'Warning', 'FailedCreate', `${what} failed error: ${messageOfThrown(error)}`);
    return error;
  }
}

function newClaim(set: LiveStatefulSet, template: ClaimTemplate, ordinal: number) {
  const { labels, annotations } = template.metadata ?? {};
  return {
    metadata: {
      name: claimName(set, template, ordinal),
      namespace: set.metadata.namespace ?? '',
      labels: { ...labels, ...set.spec.selector.matchLabels },
      ...(annotations && { annotations: { ...annotations } }),
    },
    // The spec is sent unchanged.
    spec: template.spec as PersistentVolumeClaim['spec'],
  };
}

/** Creates the missing claims of a Pod that is Pending, and mends their owners. */
export async function completeClaims(sync: SetSync, pod: ClaimingPod): Promise<void> {
  await createClaims(sync, pod);
  try {
    await mendClaimOwners(sync, pod);
  } catch (error) {
    recordPodEvent(sync, 'Update', pod.name, error);
    throw error;
  }
}
