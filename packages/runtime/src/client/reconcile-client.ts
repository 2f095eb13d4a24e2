import type {
  DeepReadonly,
  KubernetesObject,
  ObjectInScope,
  ObjectKeyFor,
  ObjectKeyLike,
  Resource,
} from '@kb/apimachinery';
import type { ApplyOptions, Client, DeleteOptions, StatusAlone, WithoutStatus } from '@kb/client';
import type { CachedReads } from '../cache/read/cache-reader.ts';

/**
 * The effect of an apply. `unchanged`: nothing was sent, or it changed nothing on the server; `created`: the object did
 * not exist; `updated`: the desired state changed; `repaired`: the desired state is the same as before, but another
 * client had changed the object. After a restart of the process the first change counts as `updated`, because the
 * earlier desired state is not stored on the object.
 */
export type ApplyResult = 'unchanged' | 'created' | 'updated' | 'repaired';

/** Options of {@link ReconcileClient.apply}. */
export interface ReconcileApplyOptions extends ApplyOptions {
  /**
   * With `controlledBy`: also takes over an existing object that has no controller and was never applied by this
   * controller. Default: false, which throws an {@link AlreadyControlledError}.
   */
  readonly adopt?: boolean;
  /** Called with the effect of the apply and the resulting object. */
  readonly onResult?: (result: ApplyResult, object: DeepReadonly<KubernetesObject>) => void;
}

/** Options of {@link ReconcileClient.deleteControlled}. */
export interface DeleteControlledOptions extends Omit<DeleteOptions, 'preconditions'> {
  /** The required controller: the object is deleted only if this one controls it. */
  readonly controlledBy: DeepReadonly<KubernetesObject>;
}

/**
 * The client of a reconciler: all verbs of Client, cached reads, and applies that are sent only if they change
 * something. It writes as the controller's field manager, the reconcile's signal aborts all calls, and results are
 * frozen like cached objects. Cached reads are at least as new as the results of writes.
 */
export interface ReconcileClient extends Omit<Client, 'apply' | 'applyStatus'>, CachedReads {
  /**
   * Server-side apply of a child. Not sent if neither the applied object nor the fields that this controller owns in
   * the live (cached) object have changed since the last response; the live object is returned then. If the cache
   * cannot know (a kind or namespace that it does not hold, an object that a selector excludes), the object is read
   * from the API server first, each time, which requires the verb get, and rejects with Forbidden without it.
   *
   * With `controlledBy`, throws an {@link AlreadyControlledError} and does not change the object if another owner
   * controls it, or if it exists without a controller and this controller did not create it (see `adopt`). The API
   * server detects an object that was created a moment ago.
   */
  apply<T extends KubernetesObject, A, S extends string = never, N extends boolean = boolean, O = unknown>(
    resource: Resource<T, A, S, N>,
    object: WithoutStatus<NoInfer<A>, S, O, NoInfer<A> & ObjectInScope<N, O>>,
    options?: ReconcileApplyOptions,
  ): Promise<DeepReadonly<T>>;
  /** Server-side apply of the status subresource; not sent if nothing changed, like {@link ReconcileClient.apply}. */
  applyStatus<T extends KubernetesObject, A, N extends boolean = boolean, O = unknown>(
    resource: Resource<T, A, 'status', N>,
    object: StatusAlone<O, NoInfer<A> & ObjectInScope<N, O>>,
    options?: Omit<ReconcileApplyOptions, 'controlledBy' | 'adopt'>,
  ): Promise<DeepReadonly<T>>;
  /**
   * Deletes a child that is no longer wanted. Does nothing, and returns false, when the cache has no such object, when
   * it is being deleted already, or when `controlledBy` does not control it. Never deletes an object that was recreated
   * meanwhile (uid precondition).
   */
  deleteControlled<T extends KubernetesObject, A, N extends boolean = boolean, K extends ObjectKeyLike = ObjectKeyLike>(
    resource: Resource<T, A, never, N>,
    key: ObjectKeyFor<N, K>,
    options: DeleteControlledOptions,
  ): Promise<boolean>;
}
