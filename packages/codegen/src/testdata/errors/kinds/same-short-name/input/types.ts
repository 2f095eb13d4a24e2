import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=sh
export interface Shop extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=st;sh
export interface Store extends KubernetesObject {
  spec?: string;
}

// +kubebuilder:object:root=true
// +kubebuilder:resource:singular=shop
export interface Warehouse extends KubernetesObject {
  spec?: string;
}
