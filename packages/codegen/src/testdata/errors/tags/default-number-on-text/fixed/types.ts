import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @default "8080"
   */
  port?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
