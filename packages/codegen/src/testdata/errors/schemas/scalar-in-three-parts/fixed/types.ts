import type { IntOrString, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size: Omit<{ a: IntOrString }, 'a'> & { a: { first: string } };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
