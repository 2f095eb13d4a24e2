import type { DeepReadonly } from '../json.ts';
import type { KubernetesObject, OwnerReference } from './object.ts';

/**
 * `T` with every property optional at every depth; elements of lists keep their own shape. A property that is
 * undefined is left out of the request.
 */
export type DeepPartial<T> = T extends string | number | boolean | bigint | null | undefined
  ? T
  : T extends readonly (infer E)[]
    ? readonly DeepPartial<E>[]
    : T extends object
      ? { readonly [K in keyof T]?: DeepPartial<T[K]> | undefined }
      : T;

/**
 * Metadata as a server-side apply states it: the name, what the manager wants to own, and which object or version it
 * means. Fields that the API server refuses or ignores there do not type-check: the `metadata` of an object that was
 * read is not the metadata of an apply.
 */
export interface ApplyMetadata {
  readonly name: string;
  /** Not for cluster-scoped objects. */
  readonly namespace?: string | undefined;
  readonly generateName?: string | undefined;
  readonly labels?: { readonly [key: string]: string } | undefined;
  readonly annotations?: { readonly [key: string]: string } | undefined;
  readonly ownerReferences?: readonly DeepReadonly<OwnerReference>[] | undefined;
  readonly finalizers?: readonly string[] | undefined;
  /**
   * Apply to this very object only: refused when no object has that name (Conflict), or when another object has it
   * (Invalid: the field is immutable).
   */
  readonly uid?: string | undefined;
  /** Apply to this version of the object only: a Conflict when it has changed since. */
  readonly resourceVersion?: string | undefined;
  /** Refused: the server keeps them. */
  readonly managedFields?: never;
  /** Refused: deleting is a verb of its own. */
  readonly deletionTimestamp?: never;
  /** Refused, as `deletionTimestamp`. */
  readonly deletionGracePeriodSeconds?: never;
  /** Without effect: the server sets it. */
  readonly creationTimestamp?: never;
  /** Without effect: the server counts it. */
  readonly generation?: never;
  /** Without effect: servers no longer set it. */
  readonly selfLink?: never;
}

/**
 * The input of a server-side apply when no narrower type was generated: the fields that the manager wants to
 * own. `apiVersion` and `kind` are filled in from the resource. Generated apply types also require the keys of list
 * maps.
 */
export type ApplyInput<T extends KubernetesObject> = {
  readonly [K in Exclude<keyof T, 'apiVersion' | 'kind' | 'metadata'>]?: DeepPartial<T[K]> | undefined;
} & {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ApplyMetadata;
};
