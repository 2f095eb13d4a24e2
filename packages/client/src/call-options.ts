import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. Default: none. */
  signal?: AbortSignal;
  /** Called for every `Warning` header of the response. Default: the client's own `onWarning`. */
  onWarning?: (text: string) => void;
  /**
   * Called for every attempt to send the request, including retries, when the request has credentials and a connection
   * and is about to be written. If it throws, the call rejects and nothing is sent. Leader election uses it to fence
   * writes. Default: nothing.
   */
  beforeSend?: (attempt: SendAttempt) => void;
}

/** An attempt to send a request. */
export interface SendAttempt {
  /**
   * Whether an earlier attempt of the same call was sent and may have been executed: the server responded with an error
   * and `Retry-After`, or the connection was lost.
   */
  readonly sentBefore: boolean;
}

/** Options of reads of one object. */
export interface GetOptions extends CallOptions {
  /** The minimum version; `0`: any version that the server has cached. Default: the newest. */
  resourceVersion?: string;
}

/** Options of lists and watches. */
export interface ListOptions extends CallOptions {
  /** Only this namespace. Default: all namespaces. */
  namespace?: string;
  /** A label selector, such as `app=web,tier!=cache`. Default: all objects. */
  labelSelector?: string;
  /** A field selector, such as `metadata.name=web`; the supported fields depend on the kind. Default: all objects. */
  fieldSelector?: string;
  /**
   * The most objects to return. If there are more, the list's `metadata.continue` is the token of the next page.
   * Default: all.
   */
  limit?: number;
  /** `metadata.continue` of the previous page. Default: the first page. */
  continue?: string;
  /**
   * Of a list: the version that `resourceVersionMatch` refers to; `0`: any version that the server has cached. Of a
   * watch: the version to start after. Default: the newest.
   */
  resourceVersion?: string;
  /** Whether a list must have exactly this version, or may be newer. Default: the server's. */
  resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  /**
   * How long the server lets the request run, in seconds. Default: the server's, which is a minute, and 30 to 60
   * minutes for watches.
   */
  timeoutSeconds?: number;
  /**
   * The caller will not modify the objects. Repeated values (field sets of managed fields, short strings) may then be
   * shared between objects, and shared objects are frozen. Takes half the time and a third of the memory; caches use
   * it. Default: false.
   */
  readOnly?: boolean;
}

/** Options of watches. */
export interface WatchOptions extends Omit<ListOptions, 'limit' | 'continue'> {
  /** Lets the server send bookmarks. Default: false. */
  allowWatchBookmarks?: boolean;
  /**
   * Starts with an `ADDED` event for every existing object, then a bookmark that marks the end of these. Requires
   * `resourceVersionMatch: 'NotOlderThan'`. Default: false.
   */
  sendInitialEvents?: boolean;
  /** Called when the response has begun: the watch is open, even if no event comes. Default: nothing. */
  onOpen?: () => void;
}

/** Options of {@link Client.getJson}. */
export interface GetJsonOptions extends CallOptions {
  /** The `Accept` header. Default: `application/json`. */
  accept?: string;
}

/** Options of every write. */
export interface WriteOptions extends CallOptions {
  /** Runs all checks, but stores nothing. Default: false. */
  dryRun?: boolean;
  /** The field manager of the write. Default: the client's `fieldManager`. */
  fieldManager?: string;
  /** How the server handles unknown and duplicate fields. Default: the server's (Warn). */
  fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

/** Options of a server-side apply. */
export interface ApplyOptions extends WriteOptions {
  /**
   * Takes over fields that other managers own; if false, a conflict is a StatusError. Default: true, as Kubernetes
   * recommends for controllers.
   */
  force?: boolean;
  /**
   * Sets this object as the controller owner. It must be in the same namespace or cluster-scoped, or the call rejects
   * with an InvalidRequestError. Default: owner references are not changed.
   */
  controlledBy?: DeepReadonly<KubernetesObject>;
}

/** Options of deletes. */
export interface DeleteOptions extends CallOptions {
  /** Runs all checks, but deletes nothing. Default: false. */
  dryRun?: boolean;
  /** The seconds that the object may take to terminate; 0: none. Default: the kind's own. */
  gracePeriodSeconds?: number;
  /** What happens to the dependents of the object. Default: the kind's own, which is Background for nearly all. */
  propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  /** Deletes the object only if it has this uid or version (Conflict otherwise). Default: any object of this name. */
  preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /**
   * Deletes an object even if its stored data cannot be read, ignoring finalizers and preconditions. Servers from 1.32
   * on. Default: false.
   */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/** Options of {@link Client.deleteCollection}: which objects it deletes, and how. */
export type DeleteCollectionOptions = Omit<DeleteOptions, 'preconditions'> & ListOptions;
