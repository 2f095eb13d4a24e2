import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:Minimum=1
  doors?: int32;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
