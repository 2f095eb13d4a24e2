import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * Null means nobody.
   */
  name?: string | null;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
