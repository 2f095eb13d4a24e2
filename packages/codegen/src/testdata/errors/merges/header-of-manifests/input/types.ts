import type { int32, KubernetesObject } from '@kb/apimachinery';

/** Desired state of a Shop. */
export interface ShopSpec {
  /** How many clerks it has. */
  clerks: int32;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
