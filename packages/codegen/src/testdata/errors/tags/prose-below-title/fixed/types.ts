import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * What it is called.
   * @title Name
   */
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
