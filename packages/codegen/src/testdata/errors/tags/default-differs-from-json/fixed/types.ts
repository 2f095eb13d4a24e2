import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +default="Retain"
  policy?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
