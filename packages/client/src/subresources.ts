import type {
  ApplyMetadata,
  DeepPartial,
  DeepReadonly,
  int32,
  KubernetesObject,
  ObjectInput,
  ObjectKeyFor,
  ObjectKeyLike,
  ObjectMetaInput,
  Status,
} from '@kb/apimachinery';
import type { TokenRequestSpec, TokenRequestStatus } from '@kb/kubernetes/authentication/v1';
import type { PatchOfStatus, StatusAlone } from './checked-arguments.ts';
import type { ApplyOptions, GetOptions, WriteOptions } from './call-options.ts';
import type { Patch } from './patch.ts';

/** The scale subresource of any resource that has one: autoscaling/v1's Scale. */
export interface Scale extends KubernetesObject {
  spec: {
    /** The desired number of replicas. Absent: 0. */
    replicas?: int32;
  };
  status: {
    /** The current number of replicas. */
    replicas: int32;
    /** Label selector of the counted pods, as a string. */
    selector?: string;
  };
}

/** The response of a service account's token subresource: authentication.k8s.io/v1's TokenRequest. */
export interface TokenRequest extends KubernetesObject {
  spec: TokenRequestSpec;
  status: TokenRequestStatus;
}

/**
 * The verbs of a subresource. `O` is the type that it returns, `I` the type that it accepts, and `A` the type that is
 * applied to it. The object's name is taken from the key, and missing `apiVersion` and `kind` are filled in. `N` is
 * whether the resource is namespaced.
 */
export interface SubresourceClient<O extends object, I = object, A = object, N extends boolean = boolean> {
  /** Reads the subresource. */
  get<K extends ObjectKeyLike = ObjectKeyLike>(key: ObjectKeyFor<N, K>, options?: GetOptions): Promise<O>;
  /** Replaces it. With `metadata.resourceVersion`, only if the object still has that version (Conflict otherwise). */
  update<K extends ObjectKeyLike = ObjectKeyLike>(
    key: ObjectKeyFor<N, K>,
    object: I,
    options?: WriteOptions,
  ): Promise<O>;
  /** Patches it. */
  patch<K extends ObjectKeyLike = ObjectKeyLike>(
    key: ObjectKeyFor<N, K>,
    patch: Patch<O>,
    options?: WriteOptions,
  ): Promise<O>;
  /** Server-side apply. */
  apply<K extends ObjectKeyLike = ObjectKeyLike>(
    key: ObjectKeyFor<N, K>,
    object: A,
    options?: ApplyOptions,
  ): Promise<O>;
  /** Creates, for subresources that take a POST (`token`, `eviction`, `binding`). */
  create<K extends ObjectKeyLike = ObjectKeyLike>(
    key: ObjectKeyFor<N, K>,
    object: I,
    options?: WriteOptions,
  ): Promise<O>;
}

/**
 * The verbs of a status subresource, which writes only the status: a patch or an apply of the `spec` is a type error.
 * An update accepts the whole object.
 */
export interface StatusClient<O extends object, I = object, A = object, N extends boolean = boolean> extends Omit<
  SubresourceClient<O, I, A, N>,
  'patch' | 'apply'
> {
  /** Patches the status. */
  patch<K extends ObjectKeyLike = ObjectKeyLike, P = unknown>(
    key: ObjectKeyFor<N, K>,
    patch: PatchOfStatus<P, Patch<O>>,
    options?: WriteOptions,
  ): Promise<O>;
  /** Server-side apply. */
  apply<K extends ObjectKeyLike = ObjectKeyLike, G = unknown>(
    key: ObjectKeyFor<N, K>,
    object: StatusAlone<G, A>,
    options?: ApplyOptions,
  ): Promise<O>;
}

/** An object that is sent to a subresource. Its metadata is optional, since the key names it. */
type Sent<O> = Omit<O, 'metadata'> & { readonly metadata?: DeepReadonly<ObjectMetaInput> };

/** An object that is applied to a subresource. The name in its metadata is optional. */
type Applied<A> = Omit<A, 'metadata'> & { readonly metadata?: Partial<ApplyMetadata> };

/** An object of a resource as its subresources accept it. */
type SentObject<T extends KubernetesObject> = Sent<DeepReadonly<ObjectInput<T>>>;

/** The type that the scale subresource accepts; it ignores a `status`. */
type SentScale = Sent<{
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly spec: Readonly<Scale['spec']>;
  readonly status?: Readonly<Scale['status']>;
}>;

/**
 * The verbs of the subresource `Name` of a resource. The known subresources with their own kind are those of
 * Kubernetes: `scale`, `token`, `eviction` and `binding`. For any other with its own kind (of an aggregated API),
 * define a second handle of the resource with that kind's type. `N` is whether the resource is namespaced.
 */
export type SubresourceClientOf<
  T extends KubernetesObject,
  A,
  Name extends string,
  N extends boolean = boolean,
> = string extends Name
  ? SubresourceClient<T, object, object, N>
  : Name extends 'scale'
    ? SubresourceClient<Scale, SentScale, Applied<Partial<SentScale>>, N>
    : Name extends 'token'
      ? SubresourceClient<TokenRequest, Sent<DeepPartial<TokenRequest>>, never, N>
      : Name extends 'eviction' | 'binding'
        ? SubresourceClient<Status, object, never, N>
        : Name extends 'status'
          ? StatusClient<T, SentObject<T>, Applied<A>, N>
          : SubresourceClient<T, SentObject<T>, Applied<A>, N>;
