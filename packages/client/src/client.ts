import type {
  DeepReadonly,
  JsonValue,
  KubernetesList,
  KubernetesObject,
  NamedObject,
  ObjectInput,
  ObjectInScope,
  ObjectKeyFor,
  ObjectKeyLike,
  Resource,
  Status,
} from '@kb/apimachinery';
import type { OptionsFor, PatchWithoutStatus, StatusAlone, WithoutStatus } from './checked-arguments.ts';
import type { Patch } from './patch.ts';
import type { SubresourceClientOf } from './subresources.ts';

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

/** An event of a watch. An `ERROR` event does not come through: the iteration throws a StatusError instead. */
export type WatchEvent<T extends KubernetesObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | {
      readonly type: 'BOOKMARK';
      readonly object: {
        readonly metadata: {
          readonly resourceVersion: string;
          readonly annotations?: Readonly<Record<string, string>>;
        };
      };
    };

/** A watch request, sent when it is iterated; each iteration sends one of its own. */
export interface WatchStream<T extends KubernetesObject> extends AsyncIterable<WatchEvent<T>> {
  /**
   * The same events, those together that came in one piece, oldest first and never none: one wait a piece and not one
   * an event. What ends the watch comes after the events before it.
   */
  batches(): AsyncIterable<readonly WatchEvent<T>[]>;
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

/**
 * A typed client of the API. Every verb takes the resource's handle first. Every rejection is a StatusError (the
 * server's answer), the signal's reason, or an error whose `code` names the connection's trouble.
 */
export interface Client {
  /**
   * One object, as the API server has it now. Rejects with a StatusError of the reason NotFound (`isNotFound`) when
   * there is none.
   */
  get<T extends KubernetesObject, A, N extends boolean = boolean, K extends ObjectKeyLike = ObjectKeyLike>(
    resource: Resource<T, A, never, N>,
    key: ObjectKeyFor<N, K>,
    options?: GetOptions,
  ): Promise<T>;
  /**
   * The objects that are selected, of all namespaces unless `options` name one; as many as `limit` lets through, page
   * by page by `listPages` and `listEach`.
   */
  list<T extends KubernetesObject, A, N extends boolean = boolean, Q extends ListOptions = ListOptions>(
    resource: Resource<T, A, never, N>,
    options?: OptionsFor<N, ListOptions, Q>,
  ): Promise<KubernetesList<T>>;
  /**
   * One watch request. Ends when the server ends it; never reconnects (the runtime's reflector does). Leaving the loop
   * ends the request.
   */
  watch<T extends KubernetesObject, A, N extends boolean = boolean, Q extends WatchOptions = WatchOptions>(
    resource: Resource<T, A, never, N>,
    options?: OptionsFor<N, WatchOptions, Q>,
  ): WatchStream<T>;
  /**
   * Creates an object, and answers it as it was stored. Rejects with a StatusError of the reason AlreadyExists when
   * there is one of that name.
   */
  create<T extends KubernetesObject, A, N extends boolean = boolean, O = unknown>(
    resource: Resource<T, A, never, N>,
    object: DeepReadonly<ObjectInput<NoInfer<T>>> & ObjectInScope<N, O>,
    options?: WriteOptions,
  ): Promise<T>;
  /** Replaces the object. With `metadata.resourceVersion` only if it is still at that version (Conflict otherwise). */
  update<T extends KubernetesObject, A, S extends string = never, N extends boolean = boolean, O = unknown>(
    resource: Resource<T, A, S, N>,
    object: WithoutStatus<NoInfer<T>, S, O, DeepReadonly<NoInfer<T>> & ObjectInScope<N, O>>,
    options?: WriteOptions,
  ): Promise<T>;
  /** Replaces the status. Everything else of the object stays as the server has it. */
  updateStatus<T extends KubernetesObject, A, N extends boolean = boolean, O = unknown>(
    resource: Resource<T, A, 'status', N>,
    object: DeepReadonly<NoInfer<T>> & ObjectInScope<N, O>,
    options?: WriteOptions,
  ): Promise<T>;
  /**
   * Changes what the patch says, and answers the whole object. A version is checked when the patch names one (Conflict
   * otherwise).
   */
  patch<
    T extends KubernetesObject,
    A,
    S extends string = never,
    N extends boolean = boolean,
    K extends ObjectKeyLike = ObjectKeyLike,
    P = unknown,
  >(
    resource: Resource<T, A, S, N>,
    key: ObjectKeyFor<N, K>,
    patch: PatchWithoutStatus<S, P, Patch<NoInfer<T>>>,
    options?: WriteOptions,
  ): Promise<T>;
  /**
   * Server-side apply: states the fields that this manager wants to own; what it stated before and states no more goes.
   * The object is created when it is not there.
   */
  apply<T extends KubernetesObject, A, S extends string = never, N extends boolean = boolean, O = unknown>(
    resource: Resource<T, A, S, N>,
    object: WithoutStatus<NoInfer<A>, S, O, NoInfer<A> & ObjectInScope<N, O>>,
    options?: ApplyOptions,
  ): Promise<T>;
  /** Server-side apply of the status subresource. */
  applyStatus<T extends KubernetesObject, A, N extends boolean = boolean, O = unknown>(
    resource: Resource<T, A, 'status', N>,
    object: StatusAlone<O, NoInfer<A> & ObjectInScope<N, O>>,
    options?: ApplyOptions,
  ): Promise<T>;
  /**
   * Deletes the object of that key, or of the name and namespace of an object; of an object that was read, only this
   * very one with `preconditions: { uid }`. Answers the object when it still has finalizers or a grace period, else a
   * success Status. Rejects with a StatusError of the reason NotFound when there is none.
   */
  delete<
    T extends KubernetesObject,
    A,
    N extends boolean = boolean,
    K extends ObjectKeyLike | NamedObject = ObjectKeyLike | NamedObject,
  >(
    resource: Resource<T, A, never, N>,
    key: ObjectKeyFor<N, K, ObjectKeyLike | NamedObject>,
    options?: DeleteOptions,
  ): Promise<T | Status>;
  /**
   * Deletes the objects that are selected; without a namespace those of all namespaces. Answers them as they were, or a
   * success Status.
   */
  deleteCollection<
    T extends KubernetesObject,
    A,
    N extends boolean = boolean,
    Q extends DeleteCollectionOptions = DeleteCollectionOptions,
  >(
    resource: Resource<T, A, never, N>,
    options?: OptionsFor<N, DeleteCollectionOptions, Q>,
  ): Promise<KubernetesList<T> | Status>;
  /**
   * A subresource that the resource has, with the types of its requests and answers:
   * `client.subresource(deployments, 'scale')`.
   */
  subresource<T extends KubernetesObject, A, S extends string, Name extends S, N extends boolean>(
    resource: Resource<T, A, S, N>,
    name: Name,
  ): SubresourceClientOf<T, A, Name, N>;
  /** A GET of any path that answers JSON, such as `/version`. */
  getJson(path: string, options?: GetJsonOptions): Promise<JsonValue>;
}
