import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopStauts {
  ready?: boolean;
}

export interface ShopSpec {
  size?: int32;
}

// +kubebuilder:subresource:status
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
  stauts?: ShopStauts;
}
