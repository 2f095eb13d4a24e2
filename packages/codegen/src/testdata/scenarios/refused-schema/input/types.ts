import type { KubernetesObject } from '@kb/apimachinery';

export interface One {
  // +kubebuilder:default=a
  shared: string;
}

export interface Two {
  // rule: flatten/hoisted-defaults
  // +kubebuilder:default=b
  shared: string;
}

export interface Both extends One, Two {}

export interface ShopSpec {
  both: Both;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
