import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:MinLength=1.5
  // +kubebuilder:validation:MaxLenght=3
  // +optional because
  // +listType=set
  name: number;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
