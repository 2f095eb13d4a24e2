import type { Subscription } from '../../protocol/index.ts';
import type { ClusterAccess } from '../cluster/cluster-access.ts';
import { kindId, refId } from '../cluster/resource-of.ts';
import type { ServedKinds } from '../kinds/served-kinds.ts';
import type { ClusterHistory } from '../history/cluster-history.ts';
import { noHistory, openHistory } from '../history/history-feed.ts';
import { objectAt } from '../object/object-at.ts';
import type { ObjectRevisions } from '../object/object-revisions.ts';
import { openOperator } from '../operator/operator-feed.ts';
import type { OperatorSource } from '../operator/operator-source.ts';
import { treeAt } from '../tree/tree-at.ts';
import { createSharedObject, type SharedObject } from '../object/shared-object.ts';
import { createSharedRows, rowsAt, type SharedRows } from '../rows/shared-rows.ts';
import { type Feed, type FeedListener, oneEvent } from '../feeds/feed.ts';
import { createOwnerIndexes } from '../tree/owner-index.ts';
import { createSharedTree, type SharedTree } from '../tree/shared-tree.ts';
import type { Session } from './session.ts';
import { createSharing } from '../feeds/sharing.ts';

/** Where topics come from. */
export interface TopicSources {
  readonly access: ClusterAccess;
  readonly session: Session;
  readonly kinds: ServedKinds;
  readonly revisions: ObjectRevisions;
  readonly history: ClusterHistory | undefined;
  readonly operator: OperatorSource | undefined;
}

/** The topics that pages can follow. */
export interface Topics {
  /** Opens a feed. Throws if there is nothing of the kind here. */
  readonly open: (to: Subscription, listener: FeedListener) => Feed;
}

/** Creates the topics. What pages follow at the same time is watched once. */
export function createTopics({ access, session, kinds, revisions, history, operator }: TopicSources): Topics {
  const rows = createSharing<SharedRows>();
  const objects = createSharing<SharedObject>();
  const trees = createSharing<SharedTree>();
  const sources = { access, kinds, indexes: createOwnerIndexes(access) };
  return {
    open: (to, listener) => {
      switch (to.topic) {
        case 'session':
          return session.open(listener);
        case 'kinds':
          return kinds.open(listener);
        case 'rows': {
          const { at, kind, namespace } = to;
          if (at !== undefined) return oneEvent(listener, (signal) => rowsAt(access, kind, namespace, at, signal));
          const create = (failed: (error: unknown) => void) =>
            createSharedRows({ access, kinds }, to.kind, to.namespace, failed);
          return rows.use(`${kindId(to.kind)}/${to.namespace ?? ''}`, create, listener, (shared) =>
            shared.open(listener),
          );
        }
        case 'object': {
          const { at, ref, reveal = false } = to;
          if (at !== undefined)
            return oneEvent(listener, (signal) => objectAt(access, { ref, at, reveal }, revisions, signal));
          const create = (failed: (error: unknown) => void) => createSharedObject(access, to.ref, revisions, failed);
          const open = (shared: SharedObject): Feed => shared.open(listener, to.reveal ?? false);
          return objects.use(refId(to.ref), create, listener, open);
        }
        case 'tree': {
          const { at, ref } = to;
          if (at !== undefined)
            return oneEvent(listener, async (signal) => treeAt(access, await kinds.kinds(), ref, at, signal));
          const create = (failed: (error: unknown) => void) => createSharedTree(sources, to.ref, failed);
          return trees.use(refId(to.ref), create, listener, (shared) => shared.open(listener));
        }
        case 'history':
          return history ? openHistory(history, kinds, listener) : oneEvent(listener, () => Promise.resolve(noHistory));
        case 'operator':
          if (!operator) throw new Error('There is no operator here that could be inspected: kb dev has one.');
          return openOperator(operator, listener);
      }
    },
  };
}
