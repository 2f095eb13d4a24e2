import type { KubernetesObject, int32 } from '@kb/apimachinery';

export interface ShopSpec {
  doors?: int32; // kubebuilder:validation:Minimum=1
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
