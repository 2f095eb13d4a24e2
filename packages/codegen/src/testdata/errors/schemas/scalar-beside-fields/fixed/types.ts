import type { IntOrString, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size: IntOrString & { readonly __brand: 'Size' };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
