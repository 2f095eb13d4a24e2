import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  name: strng;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
