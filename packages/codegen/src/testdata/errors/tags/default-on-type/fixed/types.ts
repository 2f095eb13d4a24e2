import type { KubernetesObject } from '@kb/apimachinery';

/**
 * The name of a shop.
 */
export type Name = string;

export interface ShopSpec {
  /**
   * @default none
   */
  name?: Name;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
