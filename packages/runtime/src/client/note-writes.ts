import {
  type KubernetesObject,
  type NamedObject,
  type ObjectKey,
  type ObjectKeyLike,
  parseObjectKey,
  type Resource,
  type Status,
} from '@kb/apimachinery';
import { type Client, interceptClient } from '@kb/client';

/** Called with the writes of a client, except dry runs. */
export interface WriteNotes {
  /** An object was written; it is as the server returned it. */
  written(resource: Resource<KubernetesObject, unknown>, object: KubernetesObject): void;
  /** The server has removed the object of this uid for good. */
  deleted(resource: Resource<KubernetesObject, unknown>, key: ObjectKey, uid: string): void;
}

/**
 * Makes a client that reports its writes: of every verb, and of the subresource `status`, which returns the object. A
 * deleted collection is not reported, because the server returns the objects as they were before.
 */
export function noteWrites(client: Client, notes: WriteNotes): Client {
  const written = <T extends KubernetesObject>(
    resource: Resource<KubernetesObject, unknown>,
    answer: T,
    options: { readonly dryRun?: boolean } | undefined,
  ): T => {
    if (!options?.dryRun) notes.written(resource, answer);
    return answer;
  };
  const deleted = (
    resource: Resource<KubernetesObject, unknown>,
    key: ObjectKeyLike | NamedObject,
    answer: KubernetesObject | Status,
  ): void => {
    const uid = isStatus(answer) ? answer.details?.uid : answer.metadata.uid;
    if (!isStatus(answer) && isStillThere(answer)) notes.written(resource, answer);
    else if (uid !== undefined) notes.deleted(resource, parseObjectKey(key), uid);
  };
  return interceptClient(client, {
    create: async (through, resource, object, options) =>
      written(resource, await through.create(resource, object, options), options),
    update: async (through, resource, object, options) =>
      written(resource, await through.update(resource, object, options), options),
    updateStatus: async (through, resource, object, options) =>
      written(resource, await through.updateStatus(resource, object, options), options),
    patch: async (through, resource, key, patch, options) =>
      written(resource, await through.patch(resource, key, patch, options), options),
    apply: async (through, resource, object, options) =>
      written(resource, await through.apply(resource, object, options), options),
    applyStatus: async (through, resource, object, options) =>
      written(resource, await through.applyStatus(resource, object, options), options),
    delete: async (through, resource, key, options) => {
      const answer = await through.delete(resource, key, options);
      if (!options?.dryRun) deleted(resource, key, answer);
      return answer;
    },
    subresource: {
      update: async ({ resource, name }, verbs, key, object, options) => {
        const answer = await verbs.update(key, object, options);
        return name === 'status' ? written(resource, answer, options) : answer;
      },
      patch: async ({ resource, name }, verbs, key, patch, options) => {
        const answer = await verbs.patch(key, patch, options);
        return name === 'status' ? written(resource, answer, options) : answer;
      },
      apply: async ({ resource, name }, verbs, key, object, options) => {
        const answer = await verbs.apply(key, object, options);
        return name === 'status' ? written(resource, answer, options) : answer;
      },
    },
  });
}

function isStatus(answer: KubernetesObject | Status): answer is Status {
  return answer.kind === 'Status' && answer.apiVersion === 'v1';
}

/** Whether an object that a delete returned still exists, because of its finalizers or its grace period. */
function isStillThere({ metadata }: KubernetesObject): boolean {
  return (metadata.finalizers?.length ?? 0) > 0 || (metadata.deletionGracePeriodSeconds ?? 0) > 0;
}
