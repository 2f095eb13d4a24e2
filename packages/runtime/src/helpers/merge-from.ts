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
 * `mergeFrom(old).to(changed)`: a merge patch of what changed. `old` is an object as it was read, from the cache too;
 * `changed` has its type. controller-runtime's MergeFrom and MergeFromWithOptimisticLock.
 */
export function mergeFrom<O extends DeepReadonly<KubernetesObject>>(
  old: O,
  { optimisticLock = false }: MergeFromOptions = {},
): MergeSource<O> {
  return {
    to: (object) => {
      const value = difference(old, object);
      const { resourceVersion } = old.metadata;
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

/**
 * The merge patch from one object to another; `{}` when they are equal. Objects are JSON, which their interfaces do not
 * say.
 */
function difference(from: object, to: object): object {
  return createMergePatch(plain(from), plain(to)) as object;
}

/** Without properties that are undefined: JSON has none. */
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
