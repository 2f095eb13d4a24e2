import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:validation:MinProperties=2
type Inner = { type: 'A' } | { type: 'B' };

export type Thing = Inner | { type: 'C' };

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
