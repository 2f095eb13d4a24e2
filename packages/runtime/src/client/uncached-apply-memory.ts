import { type DeepReadonly, formatObjectKey, keyOf, type KubernetesObject, resourceId } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { fingerprint } from '../fingerprint-adapter.ts';
import type { AnyResource } from '../resources.ts';
import type { IntendedApply } from './intended-apply.ts';

/**
 * Remembers what was last applied to objects that the cache does not hold. Their deletion is not seen, so only the last
 * `limit` are kept. Nor is it seen when the server changes to another history (a restored backup), where the same
 * version may be another state: so a fingerprint of each object's whole state is kept and compared.
 */
export interface UncachedApplyMemory {
  /** Whether the last apply to the object, with the same uid, was the same. */
  wasApplied(resource: AnyResource, intended: IntendedApply, live: DeepReadonly<KubernetesObject>): boolean;
  /** Whether the last apply was the same, and the object is still in the state of the response. */
  isUnchanged(resource: AnyResource, intended: IntendedApply, live: DeepReadonly<KubernetesObject>): boolean;
  /** Remembers an apply and its response. */
  remember(resource: AnyResource, intended: IntendedApply, answer: DeepReadonly<KubernetesObject>): void;
  /** How many applies are remembered. */
  readonly size: number;
}

interface Applied {
  readonly text: string;
  readonly uid: string;
  /** The {@link fingerprint} of the response. */
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
