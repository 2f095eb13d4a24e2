import {
  type DeepReadonly,
  formatObjectKey,
  keyOf,
  type KubernetesObject,
  resourceId,
  stringifyJson,
} from '@kb/apimachinery';
import { fingerprint } from '../fingerprint-adapter.ts';
import type { AnyResource } from '../resources.ts';
import type { IntendedApply } from './apply-memory.ts';

/**
 * What was last applied to objects that the cache does not hold. Nobody says when they are deleted, so only the last
 * `limit` are known; nor when the server goes on from another history (a restored backup), where the same version may
 * be another state, so that the whole state counts: of each, a fingerprint is kept.
 */
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
  /** The {@link fingerprint} of the answer. */
  readonly state: string;
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
    isUnchanged: (resource, intended, live) => find(resource, intended, live)?.state === stateOf(live),
    remember: (resource, intended, answer) => {
      const id = idOf(resource, intended, answer);
      memory.delete(id);
      memory.set(id, { text: intended.text, uid: answer.metadata.uid, state: stateOf(answer) });
      for (const oldest of memory.keys()) {
        if (memory.size <= limit) break;
        memory.delete(oldest);
      }
    },
  };
}

const stateOf = (object: DeepReadonly<KubernetesObject>): string => fingerprint(stringifyJson(object));
