import {
  type DeepReadonly,
  hasStatusCause,
  isNotFound,
  type KubernetesObject,
  messageOfThrown,
  type ObjectMetaInput,
  ownerReferenceTo,
} from '@kb/apimachinery';
import { nameIsDnsSubdomain } from '@kb/apimachinery/server';
import { type Pod, pods, type PodTemplateSpec } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { LivePod } from '../../shared/kinds.ts';

/** How a controller writes the Pods of its objects. */
export interface PodWriter {
  readonly client: ReconcileClient;
  /** Records each write, and each failure, as an Event about the owner. */
  readonly recorder: EventRecorder;
}

/** A Pod to create. */
export interface NewPod {
  readonly metadata: ObjectMetaInput;
  readonly spec: Pod['spec'];
}

/**
 * Returns the Pod that a controller creates from a template: its labels, annotations, finalizers and spec; a generated
 * name; the owner as its controller. Default prefix of the name: the owner's name and a hyphen.
 */
export function podFromTemplate(
  owner: DeepReadonly<KubernetesObject>,
  { metadata = {}, spec }: DeepReadonly<PodTemplateSpec>,
  generateName?: string,
): NewPod {
  const { namespace, name } = owner.metadata;
  const prefix = `${name}-`;
  return {
    metadata: {
      generateName: generateName ?? (nameIsDnsSubdomain(prefix, true).length === 0 ? prefix : name),
      ...(namespace !== undefined && { namespace }),
      labels: { ...metadata.labels },
      annotations: { ...metadata.annotations },
      ...(metadata.finalizers !== undefined && { finalizers: [...metadata.finalizers] }),
      ownerReferences: [ownerReferenceTo(owner, owner, { controller: true, blockOwnerDeletion: true })],
    },
    // The spec is sent unchanged.
    spec: (spec ?? {}) as Pod['spec'],
  };
}

/**
 * Creates a Pod of an owner. Rejects as the client does, except in a namespace that is being deleted: then resolves
 * with undefined.
 */
export async function createPod(
  owner: DeepReadonly<KubernetesObject>,
  pod: NewPod,
  { client, recorder }: PodWriter,
): Promise<Pod | undefined> {
  try {
    const created = await client.create(pods, pod);
    recorder.record(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${created.metadata.name}`);
    return created;
  } catch (error) {
    if (hasStatusCause(error, 'NamespaceTerminating')) return undefined;
    recorder.record(owner, 'Warning', 'FailedCreate', `Error creating: ${messageOfThrown(error)}`);
    throw error;
  }
}

/** Deletes a Pod of an owner. Resolves also if it is gone already; rejects as the client does otherwise. */
export async function deletePod(
  owner: DeepReadonly<KubernetesObject>,
  pod: LivePod,
  { client, recorder }: PodWriter,
): Promise<void> {
  try {
    await client.delete(pods, pod);
    recorder.record(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`);
  } catch (error) {
    if (isNotFound(error)) return;
    recorder.record(owner, 'Warning', 'FailedDelete', `Error deleting: ${messageOfThrown(error)}`);
    throw error;
  }
}
