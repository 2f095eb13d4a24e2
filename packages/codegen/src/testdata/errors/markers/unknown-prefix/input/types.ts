import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kubebuidler:validation:MaxLength=10
  name?: string;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
