import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  since?: string;
  /** @format date-time */
  until?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
