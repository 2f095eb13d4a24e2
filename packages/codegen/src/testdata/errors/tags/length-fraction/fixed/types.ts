import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @minLength 1
   */
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
