import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  name?;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
