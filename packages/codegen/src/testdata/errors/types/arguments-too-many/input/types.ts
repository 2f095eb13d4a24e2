import type { KubernetesObject } from '@kb/apimachinery';

interface Box<T> {
  content: T;
}

export interface ShopSpec {
  box: Box<string, string>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
