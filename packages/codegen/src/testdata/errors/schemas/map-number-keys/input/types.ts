import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  thing?: Record<number, string>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
