import type {
  DeepReadonly,
  JsonValue,
  KubernetesList,
  KubernetesObject,
  ObjectInput,
  ObjectKeyLike,
  Resource,
  ResourceDefinition,
  Status,
} from '@kb/apimachinery';

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, wherever it is; it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called for every `Warning` header of the answer. Default: the client's own `onWarning`. */
  onWarning?: (text: string) => void;
}

/** Options of reads of one object. */
export interface GetOptions extends CallOptions {
  resourceVersion?: string;
}

/** Options of lists and watches. */
export interface ListOptions extends CallOptions {
  /** Only this namespace. Default: all namespaces. */
  namespace?: string;
  /** Such as `app=web,tier!=cache`. */
  labelSelector?: string;
  /** Such as `metadata.name=web`. */
  fieldSelector?: string;
  limit?: number;
  continue?: string;
  resourceVersion?: string;
  resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  timeoutSeconds?: number;
}

/** Options of watches. */
export interface WatchOptions extends Omit<ListOptions, 'limit' | 'continue'> {
  allowWatchBookmarks?: boolean;
  sendInitialEvents?: boolean;
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

/** Options of {@link Client.getJson}. */
export interface GetJsonOptions extends CallOptions {
  /** The `Accept` header. Default: `application/json`. */
  accept?: string;
}

/** Options of every write. */
export interface WriteOptions extends CallOptions {
  /** Run all checks, store nothing. */
  dryRun?: boolean;
  /** Who writes, in managed fields. Default: the client's `fieldManager`. */
  fieldManager?: string;
  /** What the server does about unknown and duplicate fields. Default: the server's (Warn). */
  fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

/** Options of a server-side apply. */
export interface ApplyOptions extends WriteOptions {
  /** Take fields over that other managers own. Default: true, as controllers do (the field's own advice); a conflict otherwise is a StatusError. */
  force?: boolean;
  /** Sets this object as the controlling owner. Must be in the same namespace, or cluster-scoped. */
  controlledBy?: DeepReadonly<KubernetesObject>;
}

/** Options of deletes. */
export interface DeleteOptions extends CallOptions {
  dryRun?: boolean;
  gracePeriodSeconds?: number;
  propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** A patch: an RFC 6902 operation list, an RFC 7386 merge patch, or (built-in kinds only) a strategic merge patch. */
export type Patch =
  | { readonly type: 'json'; readonly operations: readonly JsonPatchOperation[] }
  | { readonly type: 'merge'; readonly value: DeepReadonly<JsonValue> | object }
  | { readonly type: 'strategic'; readonly value: object };

/** One operation of a JSON patch. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/** What a `subresource(...)` of one resource can do. */
export interface SubresourceClient<T extends KubernetesObject> {
  get(key: ObjectKeyLike, options?: GetOptions): Promise<T>;
  update(key: ObjectKeyLike, object: DeepReadonly<object>, options?: WriteOptions): Promise<T>;
  patch(key: ObjectKeyLike, patch: Patch, options?: WriteOptions): Promise<T>;
  /** Server-side apply. The object says its `apiVersion` and `kind` where they are not the resource's (Scale). */
  apply(key: ObjectKeyLike, object: DeepReadonly<object>, options?: ApplyOptions): Promise<T>;
  /** Creates, for subresources that take a POST (`token`, `eviction`, `binding`). */
  create(key: ObjectKeyLike, object: DeepReadonly<object>, options?: WriteOptions): Promise<T>;
}

/**
 * A typed client of the API. Every verb takes the resource's handle first. Every rejection is a StatusError (the server's answer), the signal's
 * reason, or an error whose `code` names the connection's trouble.
 */
export interface Client {
  get<T extends KubernetesObject, A>(resource: Resource<T, A>, key: ObjectKeyLike, options?: GetOptions): Promise<T>;
  list<T extends KubernetesObject, A>(resource: Resource<T, A>, options?: ListOptions): Promise<KubernetesList<T>>;
  /** One watch request. Ends when the server ends it; never reconnects (the runtime's reflector does). Leaving the loop ends the request. */
  watch<T extends KubernetesObject, A>(resource: Resource<T, A>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
  create<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    object: DeepReadonly<ObjectInput<T>>,
    options?: WriteOptions,
  ): Promise<T>;
  /** Replaces the object. With `metadata.resourceVersion` only if it is still at that version (Conflict otherwise). */
  update<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<T>;
  updateStatus<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<T>;
  patch<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    key: ObjectKeyLike,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<T>;
  /** Server-side apply: states the fields that this manager wants to own. */
  apply<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    object: NoInfer<A>,
    options?: ApplyOptions,
  ): Promise<T>;
  /** Server-side apply of the status subresource. */
  applyStatus<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    object: NoInfer<A>,
    options?: ApplyOptions,
  ): Promise<T>;
  /** Answers the object when it still has finalizers or a grace period, else a success Status. */
  delete<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    key: ObjectKeyLike,
    options?: DeleteOptions,
  ): Promise<T | Status>;
  deleteCollection<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    options?: DeleteOptions & Pick<ListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>,
  ): Promise<void>;
  /** A subresource of a resource; `S` is the type that it answers. */
  subresource<S extends KubernetesObject>(resource: ResourceDefinition, name: string): SubresourceClient<S>;
  /** A GET of any path that answers JSON, such as `/version`. */
  getJson(path: string, options?: GetJsonOptions): Promise<JsonValue>;
}
