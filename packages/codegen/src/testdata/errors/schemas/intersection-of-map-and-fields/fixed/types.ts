import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:XValidation:rule="'app' in self"
  labels: Record<string, string>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
