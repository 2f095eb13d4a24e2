import type { int32, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  /**
   * How many doors it has.
   * +optional
   */
  doors: int32;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
