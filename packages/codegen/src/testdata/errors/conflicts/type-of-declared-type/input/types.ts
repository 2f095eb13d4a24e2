import type { KubernetesObject } from '@kb/apimachinery';

export interface Thing {
  a?: string;
}

export interface ShopSpec {
  // +kubebuilder:validation:Type=string
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
