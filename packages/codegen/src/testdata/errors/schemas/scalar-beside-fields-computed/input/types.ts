import type { KubernetesObject, Quantity } from '@kb/apimachinery';

export interface ShopSpec {
  size: { [K in 'a']: Quantity & { first: string } };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
