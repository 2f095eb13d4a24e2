import type { KubernetesObject } from '@kb/apimachinery';

export type Thing = { type: 'A'; metadata: { name: 'a' } } | { type: 'B'; metadata: { name: 'b' } };

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
