import type { KubernetesObject } from '@kb/apimachinery';

export interface Box<T> {
  value?: T;
  inner?: Box<Box<T>>;
}

export interface ShopSpec {
  thing?: Box<string>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
