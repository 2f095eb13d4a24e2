import type { DeepReadonly } from '@kb/apimachinery';

/**
 * A patch of a `T`: an RFC 6902 operation list, an RFC 7386 merge patch, or (built-in kinds only) a strategic merge
 * patch. Without `T` nothing is known of the object, and every value is taken.
 */
export type Patch<T = unknown> =
  | { readonly type: 'json'; readonly operations: readonly PatchOperation[] }
  | { readonly type: 'merge'; readonly value: MergePatchValue<T> | UncheckedPatchValue }
  | { readonly type: 'strategic'; readonly value: StrategicPatchValue<T> | UncheckedPatchValue };

declare const unchecked: unique symbol;

/** The value of a patch whose fields are not compared with a type: see {@link uncheckedPatchValue}. */
export interface UncheckedPatchValue {
  /** Only for the type checker; never there at run time. */
  readonly [unchecked]: true;
}

/**
 * The value of a patch that a program computes, or of a kind that is not known before it runs: any object. Fields that
 * the kind does not have change nothing, and the server warns of them.
 */
export function uncheckedPatchValue(value: object): UncheckedPatchValue {
  // The property is the type checker's alone.
  return value as UncheckedPatchValue;
}

/** One operation of a JSON patch. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

type Scalar = string | number | boolean | bigint | null | undefined;

/**
 * The value of a merge patch: the fields that change, at any depth. Null removes a field; a list replaces the whole
 * list, so that its elements are whole.
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
 * The value of a strategic merge patch: the fields that change, at any depth. Null removes a field. A list that is a
 * map by a key is changed element by element, so that elements have the key and what changes; other lists are replaced.
 * The directives of the format (`$patch`, `$retainKeys`, `$setElementOrder/…`, `$deleteFromPrimitiveList/…`) stand
 * beside the fields.
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

/** What a strategic merge patch says beside the fields of a `T`: Kubernetes' strategic-merge-patch.md. */
export type StrategicDirectives<T> = string extends keyof T
  ? unknown
  : {
      /** What becomes of the object, or of a list's element. Default: it is merged. */
      readonly $patch?: 'merge' | 'replace' | 'delete';
      /** The only fields of the object that stay. */
      readonly $retainKeys?: readonly string[];
    } & {
      /** The order of a list's elements, by their keys; and what goes from a list of scalars. */
      readonly [
        K in keyof T & string as `$setElementOrder/${K}` | `$deleteFromPrimitiveList/${K}`
      ]?: readonly unknown[];
    };
