import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * @default Shut
   */
  state?: 'Open' | 'Shut';
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
