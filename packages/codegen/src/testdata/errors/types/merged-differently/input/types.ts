import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size: int32;
}
export interface ShopSpec {
  size: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
