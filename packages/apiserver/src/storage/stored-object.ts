import type { DeepReadonly } from '@kb/apimachinery';
import { deepFreeze } from '@kb/apimachinery/codec';
import type { ApiObject } from '../objects/api-object.ts';
import { readText, rememberText, textOf } from '../objects/object-text.ts';
import type { RecentVersions } from './recent-versions.ts';

/** One revision of one object as the store keeps it: deeply frozen, shared by all readers. */
export interface StoredObject {
  /** `namespace/name`, or `name` for cluster-scoped resources; lists are sorted by it. */
  readonly key: string;
  /** Empty for cluster-scoped resources. */
  readonly namespace: string;
  readonly name: string;
  /** The store's revision after the write: `metadata.resourceVersion`. */
  readonly revision: number;
  /** The object in the resource's storage version. */
  readonly object: DeepReadonly<ApiObject>;
}

/** A change of one object, as watches report it. */
export interface StorageEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly revision: number;
  /** The new stored version. For a deletion: the last stored version, with the revision of the deletion. */
  readonly current: StoredObject;
  /** The version stored before; undefined if the object is new. */
  readonly previous: StoredObject | undefined;
}

/** Returns the key of an object in its collection. */
export function storageKey(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/**
 * An object while it is stored, and later in the history. There, most objects are never read again, so only their JSON
 * is kept, which takes a fifth of the memory and is parsed on demand.
 */
export class KeptObject implements StoredObject {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly revision: number;
  /** The parsed object; undefined if it has to be parsed from the JSON. */
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
   * Replaces the object, which is no longer stored, by its JSON; the parsed object is kept only while it is among the
   * recent ones. Returns the length of the JSON; 0 if the object was retired before.
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
