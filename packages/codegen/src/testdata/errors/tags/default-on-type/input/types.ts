import type { KubernetesObject } from '@kb/apimachinery';

/**
 * The name of a shop.
 * @default none
 */
export type Name = string;

export interface ShopSpec {
  name?: Name;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
