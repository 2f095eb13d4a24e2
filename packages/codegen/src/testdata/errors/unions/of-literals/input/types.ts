import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  thing?: 'a' | 1;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
