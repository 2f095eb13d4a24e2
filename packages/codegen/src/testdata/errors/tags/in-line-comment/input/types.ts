import type { KubernetesObject, int32 } from '@kb/apimachinery';

export interface ShopSpec {
  // @minimum 1
  doors?: int32;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
