import type { InspectedChange, InspectedKey } from './inspected-values.ts';

/** Why a key is reconciled. */
export interface InspectedCause {
  readonly type: 'create' | 'update' | 'delete' | 'generic' | 'retry' | 'requeue';
  /** Such as `watch source: Widget`; empty for `retry` and `requeue`. */
  readonly source: string;
  readonly kind?: string;
  readonly object?: InspectedKey;
  /** The version of the object that the event brought. */
  readonly resourceVersion?: string;
  readonly uid?: string;
  /** The run of this operator that wrote this version of the object, if it is known: a controller may wake itself. */
  readonly writtenBy?: string;
  /** Paths of the fields that an update changed, at most ten. */
  readonly changed: readonly string[];
  readonly resync: boolean;
  readonly initial: boolean;
  /** The cause in one line, as in the log. */
  readonly text: string;
}

/** A run of a reconciler begins. */
export interface ReconcileBegan {
  readonly type: 'reconcile-began';
  readonly time: number;
  /** The run: the same text as in its log lines. */
  readonly reconcileID: string;
  readonly controller: string;
  readonly key: InspectedKey;
  readonly causes: readonly InspectedCause[];
  readonly attempt: number;
  readonly priority: number;
  /** How long the key was ready before it was handed out. */
  readonly waitedMs?: number;
}

/** A run read from the cache. Equal reads of one run are published once. */
export interface ReconcileRead {
  readonly type: 'reconcile-read';
  readonly time: number;
  readonly reconcileID: string;
  readonly verb: 'get' | 'list';
  readonly groupKind: string;
  readonly namespace?: string;
  readonly name?: string;
  /** How a list was narrowed: a label selector, or `index=value`. */
  readonly selector?: string;
  /** How many objects were found. */
  readonly found: number;
}

/** A run sent a request, or saved one because the object is as it should be. */
export interface ReconcileRequest {
  readonly type: 'reconcile-request';
  /** When it was sent. */
  readonly time: number;
  readonly reconcileID: string;
  /** The verb as in RBAC: `get`, `list`, `create`, `update`, `patch`, `delete`, …; `apply` for a server-side apply. */
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** The name of another cluster of the manager. */
  readonly cluster?: string;
  readonly dryRun: boolean;
  readonly durationMs: number;
  /** The status of the answer; 200 for every success. Absent when there was no answer, or nothing was sent. */
  readonly status?: number;
  /** Nothing was sent: what would be applied is what the cache has. */
  readonly saved: boolean;
  /** What the server said of a refused request, or why there was no answer. */
  readonly message?: string;
  /** The resource version and uid of the object in the answer: with them, a state of an object leads to its run. */
  readonly resourceVersion?: string;
  readonly uid?: string;
  /**
   * What the write changed, at most fifty fields; those of Secrets without values. Compared with the object as the
   * cache or the run had it before; absent when neither did.
   */
  readonly changes?: readonly InspectedChange[];
}

/** A run wrote a line to its log; also those that the log's level leaves out of the output. */
export interface ReconcileLine {
  readonly type: 'reconcile-line';
  readonly time: number;
  readonly reconcileID: string;
  readonly level: 'debug' | 'info' | 'error';
  /** The name of the logger, if it has one. */
  readonly logger?: string;
  readonly message: string;
  /** Kubernetes objects among them are only named. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly error?: InspectedError;
}

/** A run ended. */
export interface ReconcileEnded {
  readonly type: 'reconcile-ended';
  readonly time: number;
  readonly reconcileID: string;
  readonly controller: string;
  readonly key: InspectedKey;
  readonly durationMs: number;
  readonly result: 'success' | 'requeue' | 'requeue-after' | 'error' | 'terminal-error' | 'stopped';
  /** For `requeue-after`. */
  readonly requeueAfterMs?: number;
  /** When the key is tried again after an error. */
  readonly retryAfterMs?: number;
  /** How many of its reads, requests and lines were not published, because the run had so many; absent for none. */
  readonly leftOut?: number;
  /** The message of what was thrown, with its stack if it is a bug. */
  readonly error?: InspectedError;
}

/** Something that was thrown. `stack` is absent where it would not help. */
export interface InspectedError {
  readonly message: string;
  readonly stack?: string;
}

/** A controller wakes itself: each of its runs changes what wakes it again. Published with each such run. */
export interface ReconcileLoop {
  readonly type: 'reconcile-loop';
  readonly time: number;
  readonly controller: string;
  readonly key: InspectedKey;
  /** The fields that all of these runs changed. */
  readonly fields: readonly string[];
  /** How many runs in a row so far. */
  readonly runs: number;
  /** Whether they write values that were there before; otherwise new ones each time. */
  readonly repeats: boolean;
  /** How long the loop guard holds the next run back. */
  readonly delayMs: number;
}

/** An event that woke nothing: the answer to "why was my reconcile not called?". */
export interface EventNotQueued {
  readonly type: 'event-not-queued';
  readonly time: number;
  readonly controller: string;
  readonly source: string;
  readonly kind?: string;
  readonly object?: InspectedKey;
  /** With the uid, the version of the object that the event brought: it leads to the request that wrote it. */
  readonly resourceVersion?: string;
  readonly uid?: string;
  readonly event: 'create' | 'update' | 'delete' | 'generic';
  /** Paths of the fields that an update changed, at most ten. */
  readonly changed: readonly string[];
  /** The same fields with their values; those of Secrets without. */
  readonly changes?: readonly InspectedChange[];
  readonly reason: 'filtered' | 'mapped-to-nothing' | 'no-owner' | 'failed';
  /**
   * The name of the predicate (or which one it is) or of the map function, the kind of owner that the object does not
   * have, or the message of the error.
   */
  readonly detail?: string;
}
