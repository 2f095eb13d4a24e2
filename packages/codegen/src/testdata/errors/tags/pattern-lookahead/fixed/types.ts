import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @pattern ^[a-z-]+$
   */
  // +kubebuilder:validation:XValidation:rule="!self.startsWith('-')"
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
