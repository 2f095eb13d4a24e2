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
    /** How many are wanted. Absent: 0. */
    replicas?: int32;
  };
  status: {
    /** How many there are. */
    replicas: int32;
    /** Label selector of the pods that are counted, as text. */
    selector?: string;
  };
}

/** The answer of a service account's token subresource: authentication.k8s.io/v1's TokenRequest. */
export interface TokenRequest extends KubernetesObject {
  spec: TokenRequestSpec;
  status: TokenRequestStatus;
}

/**
 * What a `subresource(...)` of one resource can do. `O` is what the subresource returns, `I` what it takes, `A` what is
 * applied to it. The object's name is that of the key, and `apiVersion` and `kind` are filled in where it has none. `N`
 * is whether the resource is namespaced.
 */
export interface SubresourceClient<O extends object, I = object, A = object, N extends boolean = boolean> {
  /** What the subresource says of the object. */
  get<K extends ObjectKeyLike = ObjectKeyLike>(key: ObjectKeyFor<N, K>, options?: GetOptions): Promise<O>;
  /** Replaces it. With `metadata.resourceVersion` only if the object is still at that version (Conflict otherwise). */
  update<K extends ObjectKeyLike = ObjectKeyLike>(
    key: ObjectKeyFor<N, K>,
    object: I,
    options?: WriteOptions,
  ): Promise<O>;
  /** Changes what the patch says. */
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
 * The verbs of a status subresource, which writes the status and nothing else: a patch or an apply of the `spec` is a
 * type error. An update takes the whole object.
 */
export interface StatusClient<O extends object, I = object, A = object, N extends boolean = boolean> extends Omit<
  SubresourceClient<O, I, A, N>,
  'patch' | 'apply'
> {
  /** Changes what the patch says. */
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

/** What is sent to a subresource: an object whose metadata may be left out, since the key names it. */
type Sent<O> = Omit<O, 'metadata'> & { readonly metadata?: DeepReadonly<ObjectMetaInput> };

/** What is applied to a subresource: the name of the metadata may be left out, too. */
type Applied<A> = Omit<A, 'metadata'> & { readonly metadata?: Partial<ApplyMetadata> };

/** An object of a resource, as its subresources take it. */
type SentObject<T extends KubernetesObject> = Sent<DeepReadonly<ObjectInput<T>>>;

/** What the scale subresource takes; it ignores a `status`. */
type SentScale = Sent<{
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly spec: Readonly<Scale['spec']>;
  readonly status?: Readonly<Scale['status']>;
}>;

/**
 * The verbs of the subresource `Name` of a resource. The subresources whose kind is another than the resource's are
 * Kubernetes' own: `scale`, `token`, `eviction` and `binding`. For any other that has its own kind (of an aggregated
 * API) describe a second handle of the resource, with that kind's type. `N` is whether the resource is namespaced.
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
