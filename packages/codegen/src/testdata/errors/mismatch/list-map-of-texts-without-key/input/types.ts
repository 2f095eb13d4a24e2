import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +listType=map
  names?: string[];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
