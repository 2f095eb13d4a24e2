import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  replicas?: int32;
}

export interface ShopStatus {
  replicas?: int32;
}

// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replica,statuspath=.status.replicas
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
  status?: ShopStatus;
}
