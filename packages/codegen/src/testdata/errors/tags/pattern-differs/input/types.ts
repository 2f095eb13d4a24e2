import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @pattern ^[a-z]+$
   */
  // +kubebuilder:validation:Pattern=`^[a-z0-9]+$`
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
