import type { KubernetesObject } from '@kb/apimachinery';

type Listed<T> = { [K in keyof T]: T[K][] };

export interface ShopSpec {
  names: Listed<{ first?: string }>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
