import type { ObjectRef, TreeEvent } from '../../protocol/index.ts';
import type { ClusterAccess } from '../cluster/cluster-access.ts';
import { createLatestValue, type OpenFeed } from '../feeds/feed.ts';
import type { Shared } from '../feeds/sharing.ts';
import type { ServedKinds } from '../kinds/served-kinds.ts';
import { type BuiltTree, buildTree } from './build-tree.ts';
import { createObjectStates } from './object-states.ts';
import type { OwnerIndexes } from './owner-index.ts';

/** The tree around an object, which pages share. */
export interface SharedTree extends Shared {
  readonly open: OpenFeed;
}

/** Where a tree comes from. */
export interface TreeSources {
  readonly access: ClusterAccess;
  readonly kinds: ServedKinds;
  readonly indexes: OwnerIndexes;
}

/** Changes within this time lead to one new tree. */
const SETTLE_MS = 200;

/** Follows the owners of an object and what they own. */
export function createSharedTree(
  { access, kinds, indexes }: TreeSources,
  ref: ObjectRef,
  failed: (error: unknown) => void,
): SharedTree {
  const latest = createLatestValue<TreeEvent>();
  const stopped = new AbortController();
  const { signal } = stopped;
  const { index, release } = indexes.take(ref.kind.namespaced ? ref.namespace : undefined);
  const states = createObjectStates(access);
  let tree: BuiltTree = { roots: [], unread: [], uids: new Set() };
  let planned: (() => void) | undefined;
  let building = false;
  let again = false;

  const plan = (): void => {
    planned ??= access.clock.after(SETTLE_MS, () => {
      planned = undefined;
      void build();
    });
  };
  const build = async (): Promise<void> => {
    if (building) {
      again = true;
      return;
    }
    building = true;
    try {
      const known = await kinds.kinds();
      if (signal.aborted) return;
      index.follow(known);
      tree = await buildTree({ ref, kinds: known, index, states, signal });
      states.keepOnly(tree.uids);
      latest.set({ topic: 'tree', roots: tree.roots, unread: tree.unread });
    } catch (error) {
      if (!signal.aborted) failed(error);
    } finally {
      building = false;
      if (again && !signal.aborted) plan();
      again = false;
    }
  };
  const unlisten = index.onChange(plan, (uid) => tree.uids.has(uid));
  // Objects of a kind that is served later may belong to the tree.
  const served = kinds.open({ changed: plan, failed });
  void build();
  return {
    open: latest.open,
    stop: () => {
      stopped.abort(new Error('no page follows the tree'));
      planned?.();
      unlisten();
      served.end();
      release();
    },
  };
}
