import type { DeepReadonly } from '@kb/apimachinery';
import { deepFreeze } from '@kb/apimachinery/codec';
import type { ApiObject } from '../objects/api-object.ts';
import { readText, rememberText, textOf } from '../objects/object-text.ts';

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

/**
 * An object while it is stored, and after that in the history, where most are never looked at again: there only its
 * JSON text is kept, a fifth of the memory, and read when it is asked for.
 */
export class KeptObject implements StoredObject {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly revision: number;
  private kept: DeepReadonly<ApiObject> | string;
  /** Set once only the text is kept: the object as long as something else uses it. */
  private seen: WeakRef<DeepReadonly<ApiObject>> | undefined;

  constructor(object: DeepReadonly<ApiObject>, revision: number) {
    const { namespace = '', name = '' } = object.metadata;
    this.key = storageKey(namespace, name);
    this.namespace = namespace;
    this.name = name;
    this.revision = revision;
    this.kept = object;
  }

  get object(): DeepReadonly<ApiObject> {
    if (typeof this.kept !== 'string') return this.kept;
    let object = this.seen?.deref();
    if (!object) {
      object = deepFreeze(readText(this.kept) as ApiObject);
      rememberText(object, this.kept);
      this.seen = new WeakRef(object);
    }
    return object;
  }

  /** Keeps the text alone: the object is no longer stored. */
  retire(): void {
    if (typeof this.kept === 'string') return;
    this.seen = new WeakRef(this.kept);
    this.kept = textOf(this.kept);
  }
}
