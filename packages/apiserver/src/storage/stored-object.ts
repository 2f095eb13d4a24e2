import type { DeepReadonly } from '@kb/apimachinery';
import type { ApiObject } from '../resources/api-object.ts';

/** One revision of one object as the store keeps it: frozen at every depth, shared by all readers. */
export interface StoredObject {
  /** `namespace/name`, or `name` where the resource is cluster-scoped: the order of lists. */
  readonly key: string;
  /** Empty for cluster-scoped resources. */
  readonly namespace: string;
  readonly name: string;
  /** The store's revision that wrote it: `metadata.resourceVersion`. */
  readonly revision: number;
  /** In the resource's storage version. */
  readonly object: DeepReadonly<ApiObject>;
}

/** A change of one object, as watches tell it. */
export interface StorageEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly revision: number;
  /** What is stored now. Of a deletion: what was stored last, with the revision of the deletion. */
  readonly current: StoredObject;
  /** What was stored before; undefined when the object is new. */
  readonly previous: StoredObject | undefined;
}

/** The key of an object in its collection. */
export function storageKey(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}
