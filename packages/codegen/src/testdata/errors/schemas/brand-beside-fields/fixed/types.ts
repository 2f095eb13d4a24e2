import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  name: string & { readonly __brand: 'Name' };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
