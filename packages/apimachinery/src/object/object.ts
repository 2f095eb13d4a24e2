import type { int64 } from './scalars.ts';

/** A reference to the object that owns this one: metav1.OwnerReference. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** True on at most one reference: the managing controller. */
  controller?: boolean;
  /** True: the owner cannot be removed in foreground deletion until this object is gone. */
  blockOwnerDeletion?: boolean;
}

/** The fields of an object that one manager owns: metav1.ManagedFieldsEntry. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: 'Apply' | 'Update';
  apiVersion?: string;
  time?: string;
  fieldsType?: 'FieldsV1';
  fieldsV1?: FieldsV1;
  subresource?: string;
}

/** The wire form of a field set: `{"f:spec":{"f:replicas":{}}}`. */
export interface FieldsV1 {
  [path: string]: FieldsV1;
}

/**
 * Metadata of an object as the API server returns it: metav1.ObjectMeta. What a client sends is {@link
 * ObjectMetaInput}.
 */
export interface ObjectMeta {
  name: string;
  generateName?: string;
  /** Absent on cluster-scoped objects. */
  namespace?: string;
  uid: string;
  resourceVersion: string;
  /** Counts changes of the desired state. Absent on kinds that have none (ConfigMap…). */
  generation?: number;
  creationTimestamp: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
  selfLink?: string;
}

/** Metadata as a client may send it: everything optional. Also the metadata of templates (PodTemplateSpec). */
export type ObjectMetaInput = { [K in keyof ObjectMeta]?: ObjectMeta[K] | undefined };

/** Metadata of a list: metav1.ListMeta. */
export interface ListMeta {
  resourceVersion: string;
  /** Token for the next page. */
  continue?: string;
  remainingItemCount?: number;
  selfLink?: string;
}

/** Any object of the API as the API server returns it. A kind is an interface that extends this one. */
export interface KubernetesObject {
  /** `group/version`, or `version` alone in the core group. */
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** A list of objects. */
export interface KubernetesList<T extends KubernetesObject = KubernetesObject> {
  apiVersion: string;
  kind: string;
  metadata: ListMeta;
  items: T[];
}

/**
 * An object as a client creates it: `apiVersion` and `kind` are filled in from the resource, and fields that the server
 * sets are optional.
 */
export type ObjectInput<T extends KubernetesObject> = Omit<T, 'apiVersion' | 'kind' | 'metadata' | 'status'> & {
  apiVersion?: string;
  kind?: string;
  metadata: ObjectMetaInput;
} & (T extends { status?: infer S } ? { status?: S } : unknown);

/** The condition type of most statuses: metav1.Condition. Lists of it are maps by `type`. */
export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  observedGeneration?: int64;
  /** RFC 3339. When the status last changed. */
  lastTransitionTime: string;
  /** CamelCase, not empty. */
  reason: string;
  message: string;
}
