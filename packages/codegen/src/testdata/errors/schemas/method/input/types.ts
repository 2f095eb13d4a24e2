import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  check(): boolean;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
