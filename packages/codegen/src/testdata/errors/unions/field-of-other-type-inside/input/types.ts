import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  thing?: { type: 'A'; config: { x: string } } | { type: 'B'; config: { y: string } };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
