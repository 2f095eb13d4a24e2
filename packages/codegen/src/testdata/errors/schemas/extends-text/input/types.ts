import type { KubernetesObject } from '@kb/apimachinery';

export interface Thing extends Name {
  a?: string;
}

type Name = 'a' | 'b';

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
