import type { HistoryWrite, KindRef, ObjectRef, ServedKind } from '../../protocol/index.ts';

/** A write that the embedded server keeps. */
export interface ClusterWrite {
  readonly resourceVersion: string;
  readonly time: number;
  readonly change: HistoryWrite['change'];
  readonly group: string;
  readonly plural: string;
  /** Empty for cluster-scoped resources. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly manager?: string;
}

/** The history of an embedded server. Lists at any of its versions return the state then. */
export interface ClusterHistory {
  readonly limitBytes: number;
  readonly keptBytes: () => number;
  readonly first: () => string;
  readonly last: () => string;
  /** Returns the writes after a resource version, oldest first. */
  readonly writesSince: (resourceVersion: string) => readonly ClusterWrite[];
  readonly subscribe: (listener: (write: ClusterWrite) => void) => () => void;
}

/** Returns the writes of one object, oldest first. */
export function writesOf(history: ClusterHistory, { kind, namespace = '', name }: ObjectRef): readonly ClusterWrite[] {
  return history
    .writesSince(history.first())
    .filter(
      (write) =>
        write.name === name &&
        write.namespace === namespace &&
        write.plural === kind.resource &&
        write.group === kind.group,
    );
}

/** What a page shows of a write. */
export function shownWrite(write: ClusterWrite, kinds: readonly ServedKind[]): HistoryWrite {
  const { resourceVersion, time, change, group, plural, namespace, name, uid, manager } = write;
  const served = kinds.find((each) => each.group === group && each.resource === plural);
  // Of a kind that is no longer served, only its plural is known.
  const { version, kind } = served ?? { version: '', kind: plural };
  const ref: KindRef = { group, version, kind, resource: plural, namespaced: namespace !== '' };
  return {
    resourceVersion,
    time,
    change,
    uid,
    ref: { kind: ref, name, ...(namespace !== '' && { namespace }) },
    ...(manager !== undefined && { manager }),
  };
}
