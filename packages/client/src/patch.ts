import type { DeepReadonly } from '@kb/apimachinery';

/**
 * A patch of a `T`: an RFC 6902 operation list, an RFC 7386 merge patch, or (built-in kinds only) a strategic merge
 * patch. Without `T`, any value is accepted.
 */
export type Patch<T = unknown> =
  | { readonly type: 'json'; readonly operations: readonly PatchOperation[] }
  | { readonly type: 'merge'; readonly value: MergePatchValue<T> | UncheckedPatchValue }
  | { readonly type: 'strategic'; readonly value: StrategicPatchValue<T> | UncheckedPatchValue };

declare const unchecked: unique symbol;

/** The value of a patch without type checks: see {@link uncheckedPatchValue}. */
export interface UncheckedPatchValue {
  /** Only for the type checker; does not exist at run time. */
  readonly [unchecked]: true;
}

/**
 * Marks any object as the value of a patch, for patches that are computed, or of a kind that is only known at run time.
 * The server ignores fields that the kind does not have, and warns about them.
 */
export function uncheckedPatchValue(value: object): UncheckedPatchValue {
  // The property exists only in the type.
  return value as UncheckedPatchValue;
}

/** One operation of a JSON patch. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

type Scalar = string | number | boolean | bigint | null | undefined;

/**
 * The value of a merge patch: the fields to change, at any depth. Null removes a field. A list replaces the whole list,
 * so its elements must be complete.
 */
export type MergePatchValue<T> = unknown extends T
  ? unknown
  : T extends Scalar
    ? T
    : T extends readonly unknown[]
      ? DeepReadonly<T>
      : T extends object
        ? { readonly [K in keyof T]?: MergePatchValue<T[K]> | null }
        : T;

/**
 * The value of a strategic merge patch: the fields to change, at any depth. Null removes a field. A list map is merged
 * by key, so its elements have the key and the fields to change; other lists are replaced. The directives of the format
 * (`$patch`, `$retainKeys`, `$setElementOrder/…`, `$deleteFromPrimitiveList/…`) are given beside the fields.
 */
export type StrategicPatchValue<T> = unknown extends T
  ? unknown
  : T extends Scalar
    ? T
    : T extends readonly (infer E)[]
      ? readonly StrategicPatchValue<E>[]
      : T extends object
        ? { readonly [K in keyof T]?: StrategicPatchValue<T[K]> | null } & StrategicDirectives<T>
        : T;

/** The directives of a strategic merge patch beside the fields of a `T`, as in Kubernetes' strategic-merge-patch.md. */
export type StrategicDirectives<T> = string extends keyof T
  ? unknown
  : {
      /** How the object, or the element of a list, is patched. Default: merge. */
      readonly $patch?: 'merge' | 'replace' | 'delete';
      /** The fields of the object to keep; all others are removed. */
      readonly $retainKeys?: readonly string[];
    } & {
      /** The order of a list's elements, by key; or the elements to delete from a list of scalars. */
      readonly [
        K in keyof T & string as `$setElementOrder/${K}` | `$deleteFromPrimitiveList/${K}`
      ]?: readonly unknown[];
    };
