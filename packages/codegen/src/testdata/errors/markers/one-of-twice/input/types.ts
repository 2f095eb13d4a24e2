import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:validation:AtMostOneOf=a;a
export interface Thing {
  a?: string;
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
