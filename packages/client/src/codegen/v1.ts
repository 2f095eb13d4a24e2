import type { Apply } from '@kb/kubernetes/wire';

/**
 * What generated clients import, and nothing else of this package: names here keep their meaning, so that output of an
 * older generator runs on a newer runtime. Loads no connection and no credentials.
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

/**
 * What a server-side apply may say of a list map `L`: elements with the keys `K` that identify them,
 * everything else optional.
 */
export type ApplyListMap<L, K extends PropertyKey> = L extends readonly (infer E)[]
  ? readonly (Apply<E> & Pick<E, K & keyof E>)[]
  : L;
