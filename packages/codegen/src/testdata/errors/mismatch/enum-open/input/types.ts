import type { KubernetesObject } from '@kb/apimachinery';

// +k8s:enum
export type Thing = string;

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
