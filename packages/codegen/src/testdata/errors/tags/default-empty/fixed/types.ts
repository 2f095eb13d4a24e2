import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @default "a text"
   */
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
