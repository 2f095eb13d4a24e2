import type { KubernetesObject } from '@kb/apimachinery';
import type { ObjectRef, ObjectRevision } from '../../protocol/index.ts';
import type { ClusterAccess } from '../cluster/cluster-access.ts';
import { readAt } from '../cluster/list-at.ts';
import { refId } from '../cluster/resource-of.ts';
import { type ClusterHistory, writesOf } from '../history/cluster-history.ts';
import { createSeenRevisions, type SeenRevisions } from './seen-revisions.ts';

/** The states of objects that can be shown: those of the history, or those that were seen. */
export interface ObjectRevisions {
  readonly seen: SeenRevisions;
  /** Oldest first. */
  readonly revisionsOf: (ref: ObjectRef) => readonly ObjectRevision[];
  /** Resolves with a state; undefined if the object did not exist. Rejects if it is no longer known. */
  readonly stateOf: (ref: ObjectRef, version: string, signal: AbortSignal) => Promise<KubernetesObject | undefined>;
}

const MAX_REVISIONS = 500;

/** Creates {@link ObjectRevisions}. */
export function createObjectRevisions(access: ClusterAccess, history: ClusterHistory | undefined): ObjectRevisions {
  const seen = createSeenRevisions();
  return {
    seen,
    revisionsOf: (ref) =>
      history
        ? writesOf(history, ref)
            .slice(-MAX_REVISIONS)
            .map(({ resourceVersion, uid, time, change, manager }) => ({
              resourceVersion,
              uid,
              time,
              change,
              ...(manager !== undefined && { manager }),
            }))
        : seen.of(refId(ref)).map(({ object: _object, ...revision }) => revision),
    stateOf: async (ref, version, signal) => {
      const found = seen.of(refId(ref)).find(({ resourceVersion }) => resourceVersion === version);
      if (found !== undefined) return found.change === 'deleted' ? undefined : found.object;
      if (history) return readAt(access, ref, version, signal);
      throw new Error(`The state of ${ref.name} at ${version} is no longer known.`);
    },
  };
}
