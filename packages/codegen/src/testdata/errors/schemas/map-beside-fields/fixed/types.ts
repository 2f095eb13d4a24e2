import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:XValidation:rule="'a' in self"
  thing?: Record<string, string>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
