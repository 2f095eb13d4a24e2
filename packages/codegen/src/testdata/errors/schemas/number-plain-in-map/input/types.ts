import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  sizes?: Record<string, number>;
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
