import type { KubernetesObject } from '@kb/apimachinery';

export interface Box<T> {
  value?: T;
}

export interface ShopSpec {
  thing?: Box;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
