import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:validation:ExactlyOneOf=a;b
export interface Thing {
  a: string;
  b?: string;
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
