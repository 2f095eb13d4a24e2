import type { InspectionRecord, ReconcileBegan } from '@kb/runtime/inspection';
import type { Failure, KindRef, ObjectRef, ShownObject } from './objects.ts';

/**
 * What a page can follow. With `at`, a resource version of the kept history, it gets one event: the state at that
 * version.
 */
export type Subscription =
  | { readonly topic: 'session' }
  | { readonly topic: 'kinds' }
  | {
      readonly topic: 'rows';
      readonly kind: KindRef;
      readonly namespace?: string;
      readonly at?: string;
    }
  | { readonly topic: 'object'; readonly ref: ObjectRef; readonly reveal?: boolean; readonly at?: string }
  | { readonly topic: 'tree'; readonly ref: ObjectRef; readonly at?: string }
  | { readonly topic: 'operator' }
  | { readonly topic: 'history' };

/** The events of a subscription, by its topic. */
export type TopicEvent = SessionEvent | KindsEvent | RowsEvent | ObjectEvent | TreeEvent | OperatorEvent | HistoryEvent;

/** Where the page is connected to, and what is possible there. */
export interface SessionEvent {
  readonly topic: 'session';
  /** `embedded`, or the name of the context. */
  readonly cluster: string;
  readonly serverVersion: string;
  readonly embedded: boolean;
  /** Whether an operator is inspected. */
  readonly operator: boolean;
  readonly namespace: string;
  readonly project?: string;
  /** Whether the project has kinds of its own, which may not be served yet. */
  readonly ownKinds: boolean;
  /** The connection to the API server; the page says when it is lost. */
  readonly connected: boolean;
}

/** All served kinds; sent again when definitions change. */
export interface KindsEvent {
  readonly topic: 'kinds';
  readonly kinds: readonly ServedKind[];
}

/** A kind with what may be done with its objects. */
export interface ServedKind extends KindRef {
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
  /** A kind of the project of `kb dev`. */
  readonly own: boolean;
}

/** A column of the server's table. Columns of priority 0 are shown at first. */
export interface RowColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

/** One object in a table. */
export interface Row {
  readonly uid: string;
  readonly namespace?: string;
  readonly name: string;
  readonly cells: readonly (string | number | boolean | null)[];
  readonly resourceVersion: string;
  /** Milliseconds since the epoch: ages are computed by the page. */
  readonly created: number;
  readonly deleting: boolean;
  readonly health: Health;
}

/** How an object does. `unknown` has nothing to judge by. */
export type Health = 'healthy' | 'progressing' | 'degraded' | 'deleting' | 'unknown';

/** Rows that are new or changed, and the uids of those that are gone. At most one event in 50 ms. */
export interface RowsEvent {
  readonly topic: 'rows';
  /** The first event, and one after a connection that was lost: what was known before is to be forgotten. */
  readonly reset: boolean;
  /** Whether the initial list is complete. */
  readonly complete: boolean;
  readonly columns?: readonly RowColumn[];
  readonly changed: readonly Row[];
  readonly removed: readonly string[];
}

/** An object whole. `object` is absent when it does not exist (any more). */
export interface ObjectEvent {
  readonly topic: 'object';
  readonly object?: ShownObject;
  /** Values of a Secret are replaced by their lengths. */
  readonly hidden: boolean;
  /** Events about it, newest first, at most a hundred. */
  readonly events: readonly ObjectNotice[];
  /** Why Events are missing. Absent: they were read. */
  readonly eventsUnread?: UnreadObjects;
  /** The kept revisions of it, oldest first: those of the history, or those seen since the page opened. */
  readonly revisions: readonly ObjectRevision[];
}

/** Objects that the server did not give, mostly because the account may not read them: what is shown lacks them. */
export interface UnreadObjects {
  readonly verb: 'get' | 'list' | 'watch';
  readonly group: string;
  readonly resource: string;
  /** Absent: all namespaces, or a kind without them. */
  readonly namespace?: string;
  readonly failure: Failure;
}

/** A Kubernetes Event. */
export interface ObjectNotice {
  readonly time: number;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly from: string;
}

/** A kept state of an object. */
export interface ObjectRevision {
  readonly resourceVersion: string;
  /** With the resource version it leads to the run of the operator that wrote it. */
  readonly uid: string;
  readonly time: number;
  readonly change: 'created' | 'updated' | 'deleted';
  /** The manager of fields that wrote it, if it is known. */
  readonly manager?: string;
}

/** The owners above an object and what it owns, down to Pods. Sent again when it changes. */
export interface TreeEvent {
  readonly topic: 'tree';
  readonly roots: readonly TreeNode[];
  /** What may be missing in it. */
  readonly unread: readonly UnreadObjects[];
}

/** An object in a tree. */
export interface TreeNode {
  readonly ref: ObjectRef;
  readonly uid: string;
  readonly health: Health;
  /** A few words: `2/3 ready`, `CrashLoopBackOff`. */
  readonly note: string;
  readonly missing: boolean;
  readonly children: readonly TreeNode[];
}

/** Records of the operator in the order in which they happened: at first those that are kept, then new ones. */
export interface OperatorEvent {
  readonly topic: 'operator';
  readonly reset: boolean;
  readonly records: readonly InspectionRecord[];
  /** The process of the operator. */
  readonly process: {
    readonly state: 'starting' | 'running' | 'paused' | 'backing-off' | 'ended';
    readonly since: number;
    /** Why it does not run. */
    readonly detail?: string;
    /** Why the code that was saved last could not be imported: the code before still runs. */
    readonly notLoaded?: string;
    /** Its event loop is blocked: since when, and what had begun and not ended then, the latest first. */
    readonly hanging?: {
      readonly since: number;
      readonly reconciles: readonly Pick<ReconcileBegan, 'reconcileID' | 'controller' | 'key'>[];
    };
  };
}

/** The revisions that the page can go back to; absent bounds when nothing is kept. */
export interface HistoryEvent {
  readonly topic: 'history';
  /** The writes before are not those of this history. */
  readonly reset: boolean;
  readonly first?: HistoryPoint;
  readonly last?: HistoryPoint;
  /** How many bytes of objects are kept at most, and now. */
  readonly limitBytes: number;
  readonly keptBytes: number;
  /** Writes, oldest first; after the first event only new ones. */
  readonly writes: readonly HistoryWrite[];
}

/** A revision and when it was written. */
export interface HistoryPoint {
  readonly resourceVersion: string;
  readonly time: number;
}

/** A write of the history. */
export interface HistoryWrite extends HistoryPoint {
  readonly ref: ObjectRef;
  readonly change: 'created' | 'updated' | 'deleted';
  /** With the resource version it leads to the run of the operator that wrote it. */
  readonly uid: string;
  readonly manager?: string;
}
