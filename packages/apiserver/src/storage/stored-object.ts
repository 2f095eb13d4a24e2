import type { DeepReadonly } from '@kb/apimachinery';
import { deepFreeze } from '@kb/apimachinery/codec';
import type { ApiObject } from '../objects/api-object.ts';
import { readText, rememberText, textOf } from '../objects/object-text.ts';
import type { RecentVersions } from './recent-versions.ts';

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
  /** Undefined when it has to be read from the text. */
  private kept: DeepReadonly<ApiObject> | undefined;
  /** Set once the object is no longer stored. */
  private retired: { readonly text: string; readonly recent: RecentVersions } | undefined;

  constructor(object: DeepReadonly<ApiObject>, revision: number) {
    const { namespace = '', name = '' } = object.metadata;
    this.key = storageKey(namespace, name);
    this.namespace = namespace;
    this.name = name;
    this.revision = revision;
    this.kept = object;
  }

  get object(): DeepReadonly<ApiObject> {
    if (this.kept) return this.kept;
    if (!this.retired) throw new Error(`${this.key} has neither an object nor a text`);
    const { text, recent } = this.retired;
    const object = deepFreeze(readText(text) as ApiObject);
    rememberText(object, text);
    this.keepAmong(recent, object, text);
    return object;
  }

  /**
   * Keeps the text, and the object only as long as it is among the recent ones: it is no longer stored. Returns the
   * length of the text; 0 when it was retired before.
   */
  retire(recent: RecentVersions): number {
    if (this.retired || !this.kept) return 0;
    const text = textOf(this.kept);
    this.retired = { text, recent };
    this.keepAmong(recent, this.kept, text);
    return text.length;
  }

  private keepAmong(recent: RecentVersions, object: DeepReadonly<ApiObject>, text: string): void {
    this.kept = object;
    recent.add({ text, forgetObject: () => (this.kept = undefined) });
  }
}
