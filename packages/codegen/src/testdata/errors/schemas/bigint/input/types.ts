import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size?: bigint;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
