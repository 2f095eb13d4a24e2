import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @maxLength 63
   */
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
