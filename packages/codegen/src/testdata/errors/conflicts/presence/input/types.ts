import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +required
  // +optional
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
