import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * Small letters.
   * @pattern ^[a-z]+$
   */
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
