import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  names: string[] & { first: string };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
