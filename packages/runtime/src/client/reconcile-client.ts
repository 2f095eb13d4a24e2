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
 * What an apply did. `unchanged`: nothing was sent, or the server had nothing to change; `created`: the object was not
 * there; `updated`: the desired state changed; `repaired`: the desired state is the same as before, and the object was
 * changed by another client. After a restart of the process the first change counts as `updated`, because the earlier
 * desired state is not stored on the object.
 */
export type ApplyResult = 'unchanged' | 'created' | 'updated' | 'repaired';

/** Options of {@link ReconcileClient.apply}. */
export interface ReconcileApplyOptions extends ApplyOptions {
  /**
   * With `controlledBy`: also take over an object of that name that is there already, has no controller, and was never
   * applied by this controller. Default: false, which throws an {@link AlreadyControlledError}.
   */
  readonly adopt?: boolean;
  /** Called with what the apply did, and with the object as it is now. */
  readonly onResult?: (result: ApplyResult, object: DeepReadonly<KubernetesObject>) => void;
}

/** Options of {@link ReconcileClient.deleteControlled}. */
export interface DeleteControlledOptions extends Omit<DeleteOptions, 'preconditions'> {
  /** The object is deleted only when this one controls it. */
  readonly controlledBy: DeepReadonly<KubernetesObject>;
}

/**
 * The client that a reconciler gets: every verb of Client, cached reads, and applies that write only when there is
 * something to write. Writes are made as the controller's field manager, every call ends with the reconcile's signal,
 * and answers are frozen like what the cache holds: cached reads are at least as new as them.
 */
export interface ReconcileClient extends Omit<Client, 'apply' | 'applyStatus'>, CachedReads {
  /**
   * Server-side apply of a child. Not sent when neither what would be sent nor the fields that this controller owns in
   * the live (cached) object have changed since the answer to the last one; then the live object is returned. Where the
   * cache cannot tell (a kind or a namespace that it does not hold, an object that a selector leaves out), the object
   * is read from the API server first, each time: that needs the verb get, and rejects with a Forbidden without it.
   *
   * With `controlledBy`, throws an {@link AlreadyControlledError} and leaves the object alone when something else
   * controls it, or when it is there, has no controller and was not made by this controller (see `adopt`); also when it
   * was made a moment ago, which the API server finds out.
   */
  apply<T extends KubernetesObject, A, S extends string = never, N extends boolean = boolean, O = unknown>(
    resource: Resource<T, A, S, N>,
    object: WithoutStatus<NoInfer<A>, S, O, NoInfer<A> & ObjectInScope<N, O>>,
    options?: ReconcileApplyOptions,
  ): Promise<DeepReadonly<T>>;
  /** Server-side apply of the status subresource; not sent when nothing changed, as {@link ReconcileClient.apply}. */
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
