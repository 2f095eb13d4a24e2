import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  thing?: never;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
