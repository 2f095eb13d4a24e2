import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:default=1.5
  size?: int32;
  // +kubebuilder:default=3000000000
  large?: int32;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
