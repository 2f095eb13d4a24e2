import type { KubernetesObject } from '@kb/apimachinery';

const key = Symbol('key');

export interface Thing {
  [key]?: string;
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
