import type { int32, KubernetesObject } from '@kb/apimachinery';

export type Thing = A | { type: 'B' };

interface A {
  type: 'A';
  // +kubebuilder:default=1
  size?: int32;
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
