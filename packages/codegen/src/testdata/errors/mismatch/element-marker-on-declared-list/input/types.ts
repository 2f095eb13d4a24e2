import type { KubernetesObject } from '@kb/apimachinery';

export type Names = string[];

export interface ShopSpec {
  // +kubebuilder:validation:items:MinLength=1
  names?: Names;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
