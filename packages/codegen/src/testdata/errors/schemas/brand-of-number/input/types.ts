import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  port: number & { readonly __brand: 'Port' };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
