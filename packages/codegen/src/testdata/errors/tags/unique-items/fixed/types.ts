import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +listType=set
  names?: string[];
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
