import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /** @format int32 */
  since?: string;
  /** @format date_time */
  until?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
