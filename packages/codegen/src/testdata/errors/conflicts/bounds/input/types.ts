import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:Minimum=5
  // +kubebuilder:validation:Maximum=3
  size: int32;
  // +kubebuilder:validation:MaxLength=3
  // +kubebuilder:validation:MinLength=5
  name: string;
  // +kubebuilder:validation:MinItems=2
  // +kubebuilder:validation:MaxItems=1
  // +kubebuilder:validation:items:MinLength=2
  // +kubebuilder:validation:items:MaxLength=1
  names: string[];
  // +kubebuilder:validation:MinProperties=2
  // +kubebuilder:validation:MaxProperties=1
  labels: Record<string, string>;
  // +kubebuilder:validation:Minimum=5
  // +kubebuilder:validation:Maximum=5
  // +kubebuilder:validation:ExclusiveMaximum=true
  empty: int32;
  // +kubebuilder:validation:Minimum=5
  // +kubebuilder:validation:Maximum=5
  one: int32;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
