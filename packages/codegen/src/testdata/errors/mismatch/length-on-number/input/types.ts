import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=5
  // +kubebuilder:validation:Pattern=`^a$`
  size?: int32;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
