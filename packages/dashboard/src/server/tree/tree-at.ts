import { type KubernetesObject, metadataOf } from '@kb/apimachinery';
import type { ObjectRef, ServedKind, TreeEvent, UnreadObjects } from '../../protocol/index.ts';
import type { ClusterAccess } from '../cluster/cluster-access.ts';
import { listAt, readAt } from '../cluster/list-at.ts';
import { resourceOf } from '../cluster/resource-of.ts';
import { unreadObjects } from '../cluster/unread-objects.ts';
import { healthOf } from '../health/health-of.ts';
import { verdict } from '../health/health-verdict.ts';
import { buildTree } from './build-tree.ts';
import { canBeOwned, type OwnedObject } from './owner-index.ts';

/** Builds the tree around an object as it was at a resource version. */
export async function treeAt(
  access: ClusterAccess,
  kinds: readonly ServedKind[],
  ref: ObjectRef,
  at: string,
  signal: AbortSignal,
): Promise<TreeEvent> {
  const namespace = ref.kind.namespaced ? ref.namespace : undefined;
  const children = new Map<string, OwnedObject[]>();
  const listed = kinds.filter((kind) => canBeOwned(kind) && (namespace === undefined || kind.namespaced));
  const unread: UnreadObjects[] = [];
  for (const kind of listed) {
    const handle = metadataOf(resourceOf(kind));
    const items = await listAt(access, handle, { namespace }, at, signal).catch((error: unknown) => {
      // A kind that was not served then has no state.
      const found = unreadObjects({ verb: 'list', kind, namespace }, error);
      if (found) unread.push(found);
      return [];
    });
    for (const { metadata } of items) {
      for (const { uid } of metadata.ownerReferences ?? []) {
        const owned = children.get(uid);
        if (owned) owned.push({ kind, metadata });
        else children.set(uid, [{ kind, metadata }]);
      }
    }
  }
  const read = (object: ObjectRef): Promise<KubernetesObject | undefined> => readAt(access, object, at, signal);
  const tree = await buildTree({
    ref,
    kinds,
    signal,
    index: { ownedBy: (uid) => children.get(uid) ?? [], unread: () => unread },
    states: {
      read,
      stateOf: async (kind, { name, namespace: place }) => {
        const object = await read({ kind, name, ...(place !== undefined && { namespace: place }) });
        return object ? healthOf(kind, object) : verdict('unknown');
      },
    },
  });
  return { topic: 'tree', roots: tree.roots, unread: tree.unread };
}
