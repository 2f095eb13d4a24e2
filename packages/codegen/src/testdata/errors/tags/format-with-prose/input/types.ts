import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @format date-time in UTC
   */
  since?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
