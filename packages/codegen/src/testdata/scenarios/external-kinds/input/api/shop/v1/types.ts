import type { KubernetesObject, ObjectMeta } from '@kb/apimachinery';
import type { RouteSpec } from '../../routes.example.org/v1/types.ts';

// +groupName=shop.example.com

/** A shop, which says what its route is like. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  /** What every route has. */
  metadataOfRoute?: ObjectMeta;
  route?: RouteSpec;
}
