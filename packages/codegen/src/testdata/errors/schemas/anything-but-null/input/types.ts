import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  value: NonNullable<unknown>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
