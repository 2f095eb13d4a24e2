import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:default=a
// +k8s:immutable
export type Thing = string;

export interface ShopSpec {
  thing?: Thing;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
