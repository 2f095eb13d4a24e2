import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size?: number;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
