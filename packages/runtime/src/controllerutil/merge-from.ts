import type { DeepReadonly, JsonValue, KubernetesObject } from '@kb/apimachinery';
import { createMergePatch } from '@kb/apimachinery/patch';
import { type UncheckedPatchValue, uncheckedPatchValue } from '@kb/client';

/** Options of {@link mergeFrom}. */
export interface MergeFromOptions {
  /**
   * Whether the patch contains the old object's resourceVersion, so that the server refuses it (Conflict) when the
   * object has changed since. Default: false.
   */
  readonly optimisticLock?: boolean;
}

/** A computed merge patch (RFC 7386). */
export interface MergePatch {
  readonly type: 'merge';
  readonly value: UncheckedPatchValue;
}

/** The old object, from which patches are computed. */
export interface MergeSource<O> {
  /**
   * Returns the patch that turns the old object into this one. Lists are replaced as a whole: when other clients write
   * to the same list, use `optimisticLock`, or an apply.
   */
  to(object: O | DeepReadonly<O>): MergePatch;
}

/**
 * Computes a merge patch of the changes: `mergeFrom(old).to(changed)`. `old` is an object as it was read, also from the
 * cache. It is copied at the call, so it may be changed afterwards and passed to `to`. `changed` has its type.
 * controller-runtime's MergeFrom and MergeFromWithOptimisticLock.
 */
export function mergeFrom<O extends DeepReadonly<KubernetesObject>>(
  old: O,
  { optimisticLock = false }: MergeFromOptions = {},
): MergeSource<O> {
  // A copy, since the caller may change the old object into the new one.
  const before = plain(old);
  const { resourceVersion } = old.metadata;
  return {
    to: (object) => {
      // The patch between two objects is an object.
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

/** Copies an object as JSON, without properties that are undefined. Its interface does not say that it is JSON. */
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
