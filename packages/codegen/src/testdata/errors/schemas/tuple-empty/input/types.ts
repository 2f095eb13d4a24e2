import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  pair?: [];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
