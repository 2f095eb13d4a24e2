import type { KubernetesObject } from '@kb/apimachinery';

declare const brand: unique symbol;

export interface ShopSpec {
  name: { readonly [brand]: 'Name' };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
