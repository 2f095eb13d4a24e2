import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @example shop-1
   */
  // +kubebuilder:example="shop-2"
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
