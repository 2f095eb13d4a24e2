import { type DeepReadonly, formatObjectKey, keyOf, type KubernetesObject, resourceId } from '@kb/apimachinery';
import type { AnyResource } from '../resources.ts';
import type { IntendedApply } from './apply-memory.ts';

/** What was last applied to objects that the cache does not hold. Nobody says when they are deleted, so only the last `limit` are known, and of each its version only. */
export interface UncachedApplyMemory {
  /** Whether the last apply to this very object said the same. */
  wasApplied(resource: AnyResource, intended: IntendedApply, live: DeepReadonly<KubernetesObject>): boolean;
  /** Whether it did, and the object is still what the answer was. */
  isUnchanged(resource: AnyResource, intended: IntendedApply, live: DeepReadonly<KubernetesObject>): boolean;
  remember(resource: AnyResource, intended: IntendedApply, answer: DeepReadonly<KubernetesObject>): void;
  /** How many applies are remembered. */
  readonly size: number;
}

interface Applied {
  readonly text: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** Makes an empty memory. */
export function createUncachedApplyMemory(limit = 1000): UncachedApplyMemory {
  /** The oldest first. */
  const memory = new Map<string, Applied>();

  const idOf = (resource: AnyResource, { owner }: IntendedApply, object: DeepReadonly<KubernetesObject>): string =>
    [
      resourceId(resource),
      formatObjectKey(keyOf(object)),
      owner.manager,
      owner.apiVersion,
      owner.subresource ?? '',
    ].join('\n');

  const find = (
    resource: AnyResource,
    intended: IntendedApply,
    live: DeepReadonly<KubernetesObject>,
  ): Applied | undefined => {
    const applied = memory.get(idOf(resource, intended, live));
    return applied?.uid === live.metadata.uid && applied.text === intended.text ? applied : undefined;
  };

  return {
    get size() {
      return memory.size;
    },
    wasApplied: (resource, intended, live) => find(resource, intended, live) !== undefined,
    isUnchanged: (resource, intended, live) =>
      find(resource, intended, live)?.resourceVersion === live.metadata.resourceVersion,
    remember: (resource, intended, answer) => {
      const id = idOf(resource, intended, answer);
      memory.delete(id);
      const { uid, resourceVersion } = answer.metadata;
      memory.set(id, { text: intended.text, uid, resourceVersion });
      for (const oldest of memory.keys()) {
        if (memory.size <= limit) break;
        memory.delete(oldest);
      }
    },
  };
}
