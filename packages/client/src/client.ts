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
  CallOptions,
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
import type {
  AttachOptions,
  ExecOptions,
  ExecResult,
  LogOptions,
  LogStream,
  PortConnection,
} from './container-streams.ts';
import type { MetricsClient } from './metrics.ts';
import type { SubresourceClientOf } from './subresources.ts';

/** An event of a watch. An `ERROR` event is not included: the iteration throws a StatusError instead. */
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

/** A watch request, which is sent when it is iterated. Each iteration sends a separate request. */
export interface WatchStream<T extends KubernetesObject> extends AsyncIterable<WatchEvent<T>> {
  /**
   * The same events in batches of those that arrived in one chunk, oldest first, never empty: the caller awaits each
   * batch instead of each event. The error that ends the watch is thrown after the events before it.
   */
  batches(): AsyncIterable<readonly WatchEvent<T>[]>;
}

/**
 * A typed client of the API. The first argument of every verb is the resource's handle. Calls reject with a StatusError
 * (the server's response), the signal's reason, or an error whose `code` names the connection problem.
 */
export interface Client {
  /**
   * Reads one object from the API server. Rejects with a StatusError with the reason NotFound (`isNotFound`) if it does
   * not exist.
   */
  get<T extends KubernetesObject, A, N extends boolean = boolean, K extends ObjectKeyLike = ObjectKeyLike>(
    resource: Resource<T, A, never, N>,
    key: ObjectKeyFor<N, K>,
    options?: GetOptions,
  ): Promise<T>;
  /**
   * Lists the selected objects, of all namespaces unless `options` name one, up to `limit`. `listPages` and `listEach`
   * read page by page.
   */
  list<T extends KubernetesObject, A, N extends boolean = boolean, Q extends ListOptions = ListOptions>(
    resource: Resource<T, A, never, N>,
    options?: OptionsFor<N, ListOptions, Q>,
  ): Promise<KubernetesList<T>>;
  /**
   * Watches objects with one request. Ends when the server ends it, and never reconnects (the runtime's reflector
   * does). Leaving the loop aborts the request.
   */
  watch<T extends KubernetesObject, A, N extends boolean = boolean, Q extends WatchOptions = WatchOptions>(
    resource: Resource<T, A, never, N>,
    options?: OptionsFor<N, WatchOptions, Q>,
  ): WatchStream<T>;
  /**
   * Creates an object, and resolves with the stored one. Rejects with a StatusError with the reason AlreadyExists if
   * the name is taken.
   */
  create<T extends KubernetesObject, A, N extends boolean = boolean, O = unknown>(
    resource: Resource<T, A, never, N>,
    object: DeepReadonly<ObjectInput<NoInfer<T>>> & ObjectInScope<N, O>,
    options?: WriteOptions,
  ): Promise<T>;
  /** Replaces the object. With `metadata.resourceVersion`, only if it still has that version (Conflict otherwise). */
  update<T extends KubernetesObject, A, S extends string = never, N extends boolean = boolean, O = unknown>(
    resource: Resource<T, A, S, N>,
    object: WithoutStatus<NoInfer<T>, S, O, DeepReadonly<NoInfer<T>> & ObjectInScope<N, O>>,
    options?: WriteOptions,
  ): Promise<T>;
  /** Replaces the status. The server ignores everything else in the object. */
  updateStatus<T extends KubernetesObject, A, N extends boolean = boolean, O = unknown>(
    resource: Resource<T, A, 'status', N>,
    object: DeepReadonly<NoInfer<T>> & ObjectInScope<N, O>,
    options?: WriteOptions,
  ): Promise<T>;
  /**
   * Patches the object, and resolves with the result. If the patch has a resource version, the object must have it
   * (Conflict otherwise).
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
   * Server-side apply: sets the fields that this manager wants to own, and removes those that it applied before but no
   * longer. Creates the object if it does not exist.
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
   * Deletes an object, given by key or as an object with name and namespace. With `preconditions: { uid }`, the server
   * deletes it only if it has this uid, so that a new object of the same name stays. Resolves with the object while it
   * has finalizers or a grace period, otherwise with a Status of success. Rejects with a StatusError with the reason
   * NotFound if it does not exist.
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
   * Deletes the selected objects; without a namespace, those of all namespaces. Resolves with the deleted objects, or a
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
   * Returns the verbs of a subresource, with the types of its requests and responses: `client.subresource(deployments,
   * 'scale')`.
   */
  subresource<T extends KubernetesObject, A, S extends string, Name extends S, N extends boolean>(
    resource: Resource<T, A, S, N>,
    name: Name,
  ): SubresourceClientOf<T, A, Name, N>;
  /** Returns the log of a container of a Pod, as an async iterable of lines, or of bytes. Sent when it is iterated. */
  logs(pod: ObjectKeyLike, options?: LogOptions): LogStream;
  /**
   * Runs a command in a container of a Pod, and resolves with its exit code and output when it ends. An exit code other
   * than 0 is a result too. Aborting the signal closes the connection; the command itself may go on. Rejects with a
   * StatusError if the server refuses or the command cannot be started, and with a StreamError if the stream ends
   * before the command.
   */
  exec(pod: ObjectKeyLike, options: ExecOptions): Promise<ExecResult>;
  /** Connects to the process of a container, as {@link Client.exec} does to a new one. Resolves when it ends. */
  attach(pod: ObjectKeyLike, options?: AttachOptions): Promise<ExecResult>;
  /** Connects to a port of a Pod. `forwardPort` listens on a local port instead. */
  portForward(pod: ObjectKeyLike, port: number, options?: CallOptions): Promise<PortConnection>;
  /** What nodes and Pods use, from metrics-server. */
  readonly metrics: MetricsClient;
  /** Sends a GET request to any path that returns JSON, such as `/version`. */
  getJson(path: string, options?: GetJsonOptions): Promise<JsonValue>;
}
