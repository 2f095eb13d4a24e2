import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuilder:validation:MinLength=3
  name: string;
  // +kubebuilder:validation:Pattern=`^[a-z]+$`
  owner: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
