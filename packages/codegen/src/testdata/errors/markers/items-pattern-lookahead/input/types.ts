import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:items:Pattern=`^(?!kube-)[a-z-]+$`
  names?: string[];
  // +kubebuilder:validation:items:UniqueItems=true
  rows?: string[][];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
