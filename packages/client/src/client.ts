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
import type {
  GetOptions,
  ListOptions,
  WatchOptions,
  GetJsonOptions,
  WriteOptions,
  ApplyOptions,
  DeleteOptions,
  DeleteCollectionOptions,
} from './call-options.ts';
import type { OptionsFor, PatchWithoutStatus, StatusAlone, WithoutStatus } from './checked-arguments.ts';
import type { Patch } from './patch.ts';
import type { SubresourceClientOf } from './subresources.ts';

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
   * Creates an object, and returns it as it was stored. Rejects with a StatusError of the reason AlreadyExists when
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
   * Changes what the patch says, and returns the whole object. A version is checked when the patch names one (Conflict
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
   * Deletes an object, which a key names, or an object with its name and namespace. With `preconditions: { uid }` the
   * server deletes it only if it has this uid, so that a new object of the same name stays. Resolves with the object
   * while it has finalizers or a grace period, otherwise with a Status of success. Rejects with a StatusError of the
   * reason NotFound if there is no such object.
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
   * Deletes the objects that are selected; without a namespace those of all namespaces. Returns them as they were, or a
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
  /** A GET of any path that returns JSON, such as `/version`. */
  getJson(path: string, options?: GetJsonOptions): Promise<JsonValue>;
}
