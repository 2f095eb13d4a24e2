import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=3
  // +kubebuilder:validation:UniqueItems=false
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
