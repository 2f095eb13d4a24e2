import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @pattern ^[a-z]+$ small letters
   */
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
