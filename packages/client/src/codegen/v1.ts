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
export type { ApplyListMap } from './apply-list-map.ts';
