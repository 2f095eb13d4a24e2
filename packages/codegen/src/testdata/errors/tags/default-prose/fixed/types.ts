import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @defaultValue the name of the owner
   */
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
