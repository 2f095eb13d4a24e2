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
 * The metadata of a server-side apply: the name, the fields that the manager wants to own, and optionally the uid or
 * version to apply to. Fields that the API server rejects or ignores there do not type-check, so the `metadata` of an
 * object that was read is not accepted.
 */
export interface ApplyMetadata {
  readonly name: string;
  /** The namespace; absent for cluster-scoped objects. */
  readonly namespace?: string | undefined;
  readonly generateName?: string | undefined;
  readonly labels?: { readonly [key: string]: string } | undefined;
  readonly annotations?: { readonly [key: string]: string } | undefined;
  readonly ownerReferences?: readonly DeepReadonly<OwnerReference>[] | undefined;
  readonly finalizers?: readonly string[] | undefined;
  /**
   * Applies only to the object with this uid: an error when no object has that name (Conflict), or when another object
   * has it (Invalid: the field is immutable).
   */
  readonly uid?: string | undefined;
  /** Applies only to this version of the object: a Conflict if it has changed since. */
  readonly resourceVersion?: string | undefined;
  /** Rejected: the server maintains them. */
  readonly managedFields?: never;
  /** Rejected: use the verb `delete`. */
  readonly deletionTimestamp?: never;
  /** Rejected, like `deletionTimestamp`. */
  readonly deletionGracePeriodSeconds?: never;
  /** Without effect: the server sets it. */
  readonly creationTimestamp?: never;
  /** Without effect: the server increments it. */
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
