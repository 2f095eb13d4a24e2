import type { KubernetesObject } from '@kb/apimachinery';

// +k8s:enum
export type Thing = 1 | 2;

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
