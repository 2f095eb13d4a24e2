import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:validation:AtLeastOneOf=a;b
export interface Thing {
  a?: string;
  // +required
  b?: string;
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
