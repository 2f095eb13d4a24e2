import { isNotFound, type KubernetesObject, metadataOf } from '@kb/apimachinery';
import type { KindRef, ServedKind, UnreadObjects } from '../../protocol/index.ts';
import type { ClusterAccess } from '../cluster/cluster-access.ts';
import { followResource } from '../cluster/follow-resource.ts';
import { kindId, resourceOf } from '../cluster/resource-of.ts';
import { unreadObjects } from '../cluster/unread-objects.ts';

/** An object that has owners. */
export interface OwnedObject {
  readonly kind: KindRef;
  readonly metadata: KubernetesObject['metadata'];
}

/** Which objects of a namespace, or of the whole cluster, belong to which. Follows only the metadata of objects. */
export interface OwnerIndex {
  /** Follows these kinds too. */
  follow(kinds: readonly ServedKind[]): void;
  ownedBy(uid: string): readonly OwnedObject[];
  /** The kinds that could not be followed. */
  unread(): readonly UnreadObjects[];
  /** Calls the listener when an object with owners changes, or any object with one of the uids. */
  onChange(listener: () => void, isOfInterest: (uid: string) => boolean): () => void;
  stop(): void;
}

/** Kinds that nothing owns, or that change all the time. */
const neverOwned = new Set(['events', 'leases', 'endpoints', 'componentstatuses', 'nodes', 'namespaces']);

/** Whether objects of a kind may have owners that a tree shows. */
export function canBeOwned({ verbs, resource }: ServedKind): boolean {
  return verbs.includes('watch') && !neverOwned.has(resource);
}

/** Creates an index that follows nothing yet. Without a namespace, it is one of the whole cluster. */
function createOwnerIndex(access: ClusterAccess, namespace: string | undefined): OwnerIndex {
  const objects = new Map<string, OwnedObject>();
  const children = new Map<string, Set<string>>();
  const stops = new Map<string, () => void>();
  const unread: UnreadObjects[] = [];
  const listeners = new Set<{ readonly call: () => void; readonly isOfInterest: (uid: string) => boolean }>();

  const remove = (uid: string): void => {
    for (const owner of objects.get(uid)?.metadata.ownerReferences ?? []) {
      const owned = children.get(owner.uid);
      owned?.delete(uid);
      if (owned?.size === 0) children.delete(owner.uid);
    }
    objects.delete(uid);
  };
  const uidsOf = (kind: KindRef): string[] =>
    [...objects].filter(([, each]) => kindId(each.kind) === kindId(kind)).map(([uid]) => uid);
  const put = (kind: KindRef, { metadata }: KubernetesObject): void => {
    remove(metadata.uid);
    const owners = metadata.ownerReferences ?? [];
    if (owners.length === 0) return;
    // Managed fields are most of the metadata, and say nothing about owners.
    const { managedFields: _managedFields, ...kept } = metadata;
    objects.set(metadata.uid, { kind, metadata: kept });
    for (const { uid } of owners) children.set(uid, (children.get(uid) ?? new Set()).add(metadata.uid));
  };
  const notifyAll = (): void => {
    for (const { call } of listeners) call();
  };
  const notify = (changed: readonly KubernetesObject[]): void => {
    const matters = ({ metadata }: KubernetesObject): boolean => (metadata.ownerReferences ?? []).length > 0;
    const owned = changed.some(matters);
    for (const { call, isOfInterest } of listeners)
      if (owned || changed.some(({ metadata }) => isOfInterest(metadata.uid))) call();
  };
  const followKind = (kind: ServedKind): (() => void) => {
    let unlisted = new Set<string>();
    return followResource(
      access,
      metadataOf(resourceOf(kind)),
      { namespace },
      {
        listed: (items, { first, last }) => {
          if (first) unlisted = new Set(uidsOf(kind));
          for (const item of items) {
            unlisted.delete(item.metadata.uid);
            put(kind, item);
          }
          notify(items);
          if (!last || unlisted.size === 0) return;
          for (const uid of unlisted) remove(uid);
          notifyAll();
        },
        changed: (events) => {
          for (const { type, object } of events) {
            if (type === 'DELETED') remove(object.metadata.uid);
            else put(kind, object);
          }
          notify(events.map(({ object }) => object));
        },
        failed: (error, verb) => {
          if (isNotFound(error)) {
            // It is followed again once it is served again.
            stops.delete(kindId(kind));
            for (const uid of uidsOf(kind)) remove(uid);
          }
          const found = unreadObjects({ verb, kind, namespace }, error);
          if (found) unread.push(found);
          notifyAll();
        },
      },
    );
  };
  return {
    follow: (kinds) => {
      for (const kind of kinds) {
        if (!canBeOwned(kind) || (namespace !== undefined && !kind.namespaced) || stops.has(kindId(kind))) continue;
        stops.set(kindId(kind), followKind(kind));
      }
    },
    ownedBy: (uid) => [...(children.get(uid) ?? [])].flatMap((child) => objects.get(child) ?? []),
    unread: () => unread,
    onChange: (call, isOfInterest) => {
      const listener = { call, isOfInterest };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => {
      for (const stop of stops.values()) stop();
    },
  };
}

/** Indexes that trees share, each as long as one of them needs it. */
export interface OwnerIndexes {
  take(namespace: string | undefined): { readonly index: OwnerIndex; readonly release: () => void };
}

/** Creates {@link OwnerIndexes}. */
export function createOwnerIndexes(access: ClusterAccess): OwnerIndexes {
  const taken = new Map<string, { readonly index: OwnerIndex; users: number }>();
  return {
    take: (namespace) => {
      const key = namespace ?? '';
      const entry = taken.get(key) ?? { index: createOwnerIndex(access, namespace), users: 0 };
      taken.set(key, entry);
      entry.users += 1;
      return {
        index: entry.index,
        release: () => {
          entry.users -= 1;
          if (entry.users > 0) return;
          entry.index.stop();
          taken.delete(key);
        },
      };
    },
  };
}
