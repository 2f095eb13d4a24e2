import type { IntOrString, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size: { a: IntOrString } & { a: { first: string } } & { a: IntOrString };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
