import type { float64, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  rate?: float64;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
