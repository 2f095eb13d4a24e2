import { isAlreadyExists, isConflict, isNotFound } from '@kb/apimachinery';
import { type Pod, pods } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';
import { type NewPod, podFromTemplate } from '../shared/pod-control.ts';
import {
  asClaimingPod,
  claimsHaveOwners,
  createClaims,
  hasClaimVolumes,
  mendClaimOwners,
  volumesOf,
} from './claims.ts';
import { firstOrdinal, type Member, memberName, POD_INDEX_LABEL, POD_NAME_LABEL, REVISION_LABEL } from './members.ts';
import { recordPodEvent, type SetSync } from './set-sync.ts';

/** Returns the Pod of an ordinal: of the current revision if its ordinal is below the partition, else of the latest. */
function newMember({ set, revisions }: SetSync, ordinal: number): NewPod {
  const { type, rollingUpdate } = set.spec.updateStrategy ?? {};
  const kept = rollingUpdate?.partition ?? (type === 'RollingUpdate' ? (set.status?.currentReplicas ?? 0) : 0);
  const { name: revision, template } = ordinal < firstOrdinal(set) + kept ? revisions.current : revisions.update;
  const { metadata, spec } = podFromTemplate(set, template);
  const name = memberName(set, ordinal);
  const volumes = volumesOf(set, ordinal, template.spec?.volumes);
  return {
    metadata: {
      ...metadata,
      name,
      labels: { ...metadata.labels, ...identity(name, ordinal), [REVISION_LABEL]: revision },
    },
    spec: { ...spec, hostname: name, subdomain: set.spec.serviceName ?? '', ...(volumes && { volumes }) },
  };
}

const identity = (name: string, ordinal: number): Record<string, string> => ({
  [POD_NAME_LABEL]: name,
  [POD_INDEX_LABEL]: String(ordinal),
});

/** Whether a Pod has the labels and the claims of its place. Pods that the set has adopted may lack them. */
export function isInPlace(sync: SetSync, { ordinal, pod }: Member): boolean {
  if (pod === undefined) return false;
  const { name, labels } = pod.metadata;
  return (
    name === memberName(sync.set, ordinal) &&
    labels?.[POD_NAME_LABEL] === name &&
    hasClaimVolumes(sync.set, pod) &&
    claimsHaveOwners(sync, asClaimingPod(sync.set, ordinal, pod))
  );
}

/** Creates the claims of a member, then its Pod. Rejects as the client does. */
export async function createMember(sync: SetSync, { ordinal }: Member): Promise<void> {
  const pod = newMember(sync, ordinal);
  const claiming = asClaimingPod(sync.set, ordinal, undefined);
  await recordingFailure(sync, 'Create', claiming.name, () => createClaims(sync, claiming));
  let failure: unknown;
  try {
    await sync.client.create(pods, pod);
  } catch (error) {
    if (isAlreadyExists(error)) throw error;
    failure = error;
  }
  await recordingFailure(sync, 'Update', claiming.name, () => mendClaimOwners(sync, claiming));
  recordPodEvent(sync, 'Create', claiming.name, failure);
  if (failure !== undefined) throw failure;
}

/** Gives a Pod the labels, volumes and claims of its place. Rejects as the client does. */
export async function mendMember(sync: SetSync, { ordinal, pod }: Member & { readonly pod: LivePod }): Promise<void> {
  const { set, client } = sync;
  const { name } = pod.metadata;
  const claiming = asClaimingPod(set, ordinal, pod);
  const lacksVolumes = !hasClaimVolumes(set, pod);
  if (lacksVolumes) await recordingFailure(sync, 'Update', name, () => createClaims(sync, claiming));
  await recordingFailure(sync, 'Update', name, () => mendClaimOwners(sync, claiming));
  const volumes = lacksVolumes ? volumesOf(set, ordinal, pod.spec.volumes) : undefined;
  const metadata = { ...pod.metadata, labels: { ...pod.metadata.labels, ...identity(name, ordinal) } };
  // The rest of the spec is sent unchanged.
  const spec = { ...pod.spec, ...(volumes && { volumes }) } as Pod['spec'];
  try {
    await client.update(pods, { ...pod, metadata, spec });
    recordPodEvent(sync, 'Update', name);
  } catch (error) {
    // The next sync has the Pod as it is now.
    if (!isConflict(error)) recordPodEvent(sync, 'Update', name, error);
    throw error;
  }
}

/** Deletes a Pod. Resolves also if it is gone already; rejects as the client does otherwise. */
export async function deleteMember(sync: SetSync, pod: LivePod): Promise<void> {
  await recordingFailure(sync, 'Delete', pod.metadata.name, async () => {
    try {
      await sync.client.delete(pods, pod);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  });
  recordPodEvent(sync, 'Delete', pod.metadata.name);
}

async function recordingFailure(
  sync: SetSync,
  verb: string,
  podName: string,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    recordPodEvent(sync, verb, podName, error);
    throw error;
  }
}
