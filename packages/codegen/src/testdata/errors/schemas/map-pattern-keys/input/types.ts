import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  thing?: Record<`a-${string}`, string>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
