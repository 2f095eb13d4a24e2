import type { KubernetesObject } from '@kb/apimachinery';

export interface ShopSpec {
  // +kb:schema={"properties": {"b": {"format": "ipv8"}}}
  a?: { b?: string };
}

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
