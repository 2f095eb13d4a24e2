import { createMergePatch, type DeepReadonly, type JsonValue, type KubernetesObject } from '@kb/apimachinery';
import { type UncheckedPatchValue, uncheckedPatchValue } from '@kb/client';

/** Options of {@link mergeFrom}. */
export interface MergeFromOptions {
  /**
   * True: the patch holds the old object's resourceVersion, so that the server refuses it (Conflict) when the object
   * has changed since. Default: false.
   */
  readonly optimisticLock?: boolean;
}

/** A merge patch (RFC 7386) that was computed. */
export interface MergePatch {
  readonly type: 'merge';
  readonly value: UncheckedPatchValue;
}

/** An object that patches are made from. */
export interface MergeSource<O> {
  /**
   * The patch that makes the old object this one. Lists are replaced whole: where others write to the same list, use
   * `optimisticLock`, or an apply.
   */
  to(object: O | DeepReadonly<O>): MergePatch;
}

/**
 * `mergeFrom(old).to(changed)`: a merge patch of what changed. `old` is an object as it was read, from the cache too.
 * It counts as it is at the call, so it may be changed afterwards and given to `to`. `changed` has its type.
 * controller-runtime's MergeFrom and MergeFromWithOptimisticLock.
 */
export function mergeFrom<O extends DeepReadonly<KubernetesObject>>(
  old: O,
  { optimisticLock = false }: MergeFromOptions = {},
): MergeSource<O> {
  // A copy: what was read may itself be changed into the new object.
  const before = plain(old);
  const { resourceVersion } = old.metadata;
  return {
    to: (object) => {
      // Of objects it is one.
      const value = createMergePatch(before, plain(object)) as object;
      return {
        type: 'merge',
        value: uncheckedPatchValue(optimisticLock ? withVersion(value, resourceVersion) : value),
      };
    },
  };
}

/** Whether a patch changes nothing (an optimistic lock aside), so that it need not be sent. */
export function isEmptyPatch({ value }: { readonly value: unknown }): boolean {
  const names = Object.keys(value ?? {});
  if (names.length !== 1 || names[0] !== 'metadata') return names.length === 0;
  const { metadata } = value as { readonly metadata?: unknown };
  return (
    typeof metadata === 'object' &&
    metadata !== null &&
    Object.keys(metadata).every((name) => name === 'resourceVersion')
  );
}

/** A copy as JSON, which has no properties that are undefined. That an object is JSON its interface does not say. */
function plain(value: object): JsonValue {
  return dropUndefined(value) as JsonValue;
}

function dropUndefined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(dropUndefined);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([name, item]) => [name, dropUndefined(item)]));
}

function withVersion(value: object, resourceVersion: string): object {
  const { metadata }: { readonly metadata?: object } = value;
  return { ...value, metadata: { ...metadata, resourceVersion } };
}
