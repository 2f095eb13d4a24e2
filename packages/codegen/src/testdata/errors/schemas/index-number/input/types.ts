import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  thing?: { [key: number]: string };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
