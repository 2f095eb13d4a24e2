import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @title Name
   * What it is called.
   */
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
