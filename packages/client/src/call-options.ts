import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, wherever it is; it then rejects with the signal's reason. Default: none. */
  signal?: AbortSignal;
  /** Called for every `Warning` header of the answer. Default: the client's own `onWarning`. */
  onWarning?: (text: string) => void;
  /**
   * Called for every attempt to send the request, repeated ones too, when it has its credentials and its connection and
   * is about to be written; what it throws ends the call, and nothing is sent. A lease fences writes with it. Default:
   * nothing.
   */
  beforeSend?: (attempt: SendAttempt) => void;
}

/** An attempt to send a request. */
export interface SendAttempt {
  /**
   * Whether an earlier attempt of the same call was sent and may have been carried out: the server answered it with a
   * failure and asked to come again, or the connection was lost.
   */
  readonly sentBefore: boolean;
}

/** Options of reads of one object. */
export interface GetOptions extends CallOptions {
  /** At least as new as this; `0`: whatever the server has at hand. Default: the newest. */
  resourceVersion?: string;
}

/** Options of lists and watches. */
export interface ListOptions extends CallOptions {
  /** Only this namespace. Default: all namespaces. */
  namespace?: string;
  /** Such as `app=web,tier!=cache`. Default: all objects. */
  labelSelector?: string;
  /** Such as `metadata.name=web`; which fields there are depends on the kind. Default: all objects. */
  fieldSelector?: string;
  /** At most so many objects: the list's `metadata.continue` then leads to the next page. Default: all. */
  limit?: number;
  /** `metadata.continue` of the page before. Default: the first page. */
  continue?: string;
  /**
   * Of a list: the version that `resourceVersionMatch` speaks of; `0`: whatever the server has at hand. Of a watch: the
   * events after it. Default: the newest.
   */
  resourceVersion?: string;
  /** Whether a list is of that version, or of that one or a newer one. Default: the server's. */
  resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  /** How long the server lets the request run. Default: the server's: a minute, for watches 30 to 60. */
  timeoutSeconds?: number;
  /**
   * The objects will only be read: what repeats in them (field sets of managed fields, short strings) may be one value
   * for many objects, frozen where it is an object. Takes half of the time and a third of the memory. What caches ask
   * for. Default: false.
   */
  readOnly?: boolean;
}

/** Options of watches. */
export interface WatchOptions extends Omit<ListOptions, 'limit' | 'continue'> {
  /** Let the server say now and then how far the watch has come. Default: false. */
  allowWatchBookmarks?: boolean;
  /**
   * First an `ADDED` event for every object that is there, then a bookmark that says so. Wants
   * `resourceVersionMatch: 'NotOlderThan'`. Default: false.
   */
  sendInitialEvents?: boolean;
  /**
   * Called when the server has begun to answer: the watch is open, though nothing may come for long. Default: nothing.
   */
  onOpen?: () => void;
}

/** Options of {@link Client.getJson}. */
export interface GetJsonOptions extends CallOptions {
  /** The `Accept` header. Default: `application/json`. */
  accept?: string;
}

/** Options of every write. */
export interface WriteOptions extends CallOptions {
  /** Run all checks, store nothing. Default: false. */
  dryRun?: boolean;
  /** Who writes, in managed fields. Default: the client's `fieldManager`. */
  fieldManager?: string;
  /** What the server does about unknown and duplicate fields. Default: the server's (Warn). */
  fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

/** Options of a server-side apply. */
export interface ApplyOptions extends WriteOptions {
  /**
   * Take fields over that other managers own. Default: true, as controllers do (the field's own advice); a conflict
   * otherwise is a StatusError.
   */
  force?: boolean;
  /**
   * Sets this object as the controlling owner. Must be in the same namespace, or cluster-scoped: an InvalidRequestError
   * otherwise. Default: owners are left alone.
   */
  controlledBy?: DeepReadonly<KubernetesObject>;
}

/** Options of deletes. */
export interface DeleteOptions extends CallOptions {
  /** Run all checks, delete nothing. Default: false. */
  dryRun?: boolean;
  /** Default: the kind's own. 0: at once. */
  gracePeriodSeconds?: number;
  /** What becomes of the objects that the object owns. Default: the kind's own, Background for nearly all. */
  propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  /** Delete only this very object, or only at this version (Conflict otherwise). Default: whatever has the name. */
  preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /**
   * Delete an object even though what is stored of it cannot be read: finalizers and preconditions do not count then.
   * Servers from 1.32 on. Default: false.
   */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/** Which objects a {@link Client.deleteCollection} deletes, and how each of them is deleted. */
export type DeleteCollectionOptions = Omit<DeleteOptions, 'preconditions'> & ListOptions;
