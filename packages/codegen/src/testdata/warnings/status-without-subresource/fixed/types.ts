import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size?: int32;
}

export interface ShopStatus {
  ready?: boolean;
}

// +kubebuilder:subresource:status
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
  status?: ShopStatus;
}
