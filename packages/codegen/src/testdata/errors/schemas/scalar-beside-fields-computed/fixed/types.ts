import type { KubernetesObject, Quantity } from '@kb/apimachinery';

export interface ShopSpec {
  size: { [K in 'a']: Quantity & { readonly __brand: 'Size' } };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
