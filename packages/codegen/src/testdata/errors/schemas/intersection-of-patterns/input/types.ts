import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  name: `a${string}` & `${string}z`;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
