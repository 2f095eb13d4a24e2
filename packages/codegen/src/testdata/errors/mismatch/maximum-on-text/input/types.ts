import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:Maximum=1
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:MultipleOf=2
  // +kubebuilder:validation:ExclusiveMaximum=true
  // +kubebuilder:validation:ExclusiveMinimum=true
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
