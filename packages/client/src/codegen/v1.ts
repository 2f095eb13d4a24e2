import type { Apply } from '@kb/kubernetes/wire';

/**
 * The only module of this package that generated clients import. Its exports stay compatible, so that the output of an
 * older generator works with a newer runtime. Does not load connections and credentials.
 */
export {
  type ApplyInput,
  type ApplyMetadata,
  type ClusterResource,
  type DeepPartial,
  type DeepReadonly,
  defineResource,
  type KubernetesList,
  type KubernetesObject,
  type ObjectInput,
  type ObjectMeta,
  type ObjectMetaInput,
  type ObjectOf,
  type Resource,
  type ResourceDefinition,
} from '@kb/apimachinery';
export type { Apply, ApplyKind } from '@kb/kubernetes/wire';

/** The apply type of a list map `L`: elements with the keys `K` that identify them, and optional other fields. */
export type ApplyListMap<L, K extends PropertyKey> = L extends readonly (infer E)[]
  ? readonly (Apply<E> & Pick<E, K & keyof E>)[]
  : L;
