import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * In UTC.
   * @format date-time
   */
  since?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
