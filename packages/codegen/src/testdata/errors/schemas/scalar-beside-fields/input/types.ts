import type { IntOrString, KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  size: IntOrString & { first: string };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
