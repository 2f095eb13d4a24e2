import type { int32, KubernetesObject } from '@kb/apimachinery';

export type Thing = A | { type: 'B' };

// +kubebuilder:validation:XValidation:rule="self.size < 3"
interface A {
  type: 'A';
  size: int32;
}

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
