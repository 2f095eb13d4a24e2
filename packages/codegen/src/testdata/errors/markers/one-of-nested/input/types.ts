import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:validation:AtMostOneOf=a.b;c.d
export interface Thing {
  a?: string;
  c?: string;
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
